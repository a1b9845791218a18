/// What the host keeps for each thread, and an asymmetric memory barrier.

#ifndef QUICKCONNECT_CLINUX_THREADS_H
#define QUICKCONNECT_CLINUX_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/// The request records that a thread keeps ready, and the request that it runs. Thread-local, which Swift cannot declare.
typedef struct qc_thread_records {
    /// The controller that the records belong to; 0 if there are none.
    uint64_t controller;
    /// The first of a list of free records.
    void *_Nullable free;
    /// How many are in the list.
    uint64_t count;
    /// The record of the innermost request that runs on this thread; NULL if none does.
    void *_Nullable current;
    /// How many of the host's functions are on this thread's stack that a plugin called and that may end a request.
    uint64_t plugin_calls;
} qc_thread_records;

extern _Thread_local qc_thread_records qc_this_thread;

static inline qc_thread_records *_Nonnull qc_thread_records_here(void) { return &qc_this_thread; }

/// Calls `ended` with this thread's records when the thread ends. pthread_key_create, pthread_setspecific.
void qc_thread_records_on_end(void (*_Nonnull ended)(qc_thread_records *_Nonnull records));

/// Registers the process for `qc_barrier_all_threads`. False if the kernel has no expedited membarrier(2).
bool qc_barrier_register(void);

/// Makes every other thread of the process pass a full memory barrier. membarrier(2), which has no C library wrapper.
void qc_barrier_all_threads(void);

/// A full memory barrier on this thread.
static inline void qc_barrier_here(void) { __sync_synchronize(); }

/// Keeps the compiler from moving memory accesses across this place.
static inline void qc_barrier_compiler(void) { __asm__ volatile("" ::: "memory"); }

#endif
