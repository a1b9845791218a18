#define _GNU_SOURCE

#include "threads.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

_Thread_local qc_thread_records qc_this_thread;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void (*at_end)(qc_thread_records *records);

static void thread_ended(void *records) {
    void (*ended)(qc_thread_records *records) = __atomic_load_n(&at_end, __ATOMIC_ACQUIRE);
    if (ended != NULL) ended(records);
}

static void make_key(void) {
    pthread_key_create(&key, thread_ended);
}

void qc_thread_records_on_end(void (*ended)(qc_thread_records *records)) {
    __atomic_store_n(&at_end, ended, __ATOMIC_RELEASE);
    pthread_once(&once, make_key);
    pthread_setspecific(key, &qc_this_thread);
}

static long membarrier(int command) {
    return syscall(SYS_membarrier, command, 0, 0);
}

bool qc_barrier_register(void) {
    return membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0;
}

void qc_barrier_all_threads(void) {
    membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
}
