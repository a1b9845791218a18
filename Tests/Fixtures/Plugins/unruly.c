// A plugin that keeps every rule of the conformance suite; each macro makes it break one.

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "quickconnect/plugin.h"

static qc_outcome do_command(const qc_class *type, void *self, const qc_request *request, qc_value *result) {
    (void)type, (void)self, (void)result;
#ifdef DIES
    if (request->parameter_count > 1 && request->parameters[1].kind == QC_NULL) kill(getpid(), SIGKILL);
#endif
#ifdef HANGS
    if (request->parameter_count > 0 && request->parameters[0].kind == QC_BYTES) for (;;) sleep(1);
#endif
#ifdef FORGETS
    if (request->parameter_count > 0 && request->parameters[0].kind == QC_BOOLEAN) {
        request->calls->defer(request);
        return QC_WAIT;
    }
#endif
#ifdef UNLISTED
    return request->calls->fail(request, "MY_OWN_CODE", "this is mine", NULL);
#endif
#ifdef PRINTS
    puts("hello");
    fflush(stdout);
#endif
    return request->calls->fail(request, "INVALID_PARAMETERS", "no parameters are taken", NULL);
}

#ifdef LEAKS_THREADS
static void *wait_for_ever(void *context) {
    (void)context;
    for (;;) sleep(1000);
}
#endif

#ifdef ONE_CONTROLLER
static int active;
#endif

static bool activate(const qc_plugin *plugin, const qc_host *host, void **self, qc_error *error) {
    (void)plugin, (void)host, (void)self, (void)error;
#ifdef LEAKS_FILES
    if (open("/dev/null", O_RDONLY) < 0) return false;
#endif
#ifdef LEAKS_THREADS
    pthread_t thread;
    if (pthread_create(&thread, NULL, wait_for_ever, NULL) == 0) pthread_detach(thread);
#endif
#ifdef ONE_CONTROLLER
    if (__atomic_fetch_add(&active, 1, __ATOMIC_SEQ_CST) > 0) {
        error->code = "BUSY";
        error->message = "one controller at a time";
        return false;
    }
#endif
    return true;
}

static void deactivate(const qc_plugin *plugin, void *self) { (void)plugin, (void)self; }

#ifdef OPEN_FEATURES
static const void *feature(const qc_plugin *plugin, const char *id) {
    (void)id;
    return plugin;
}
#else
#define feature NULL
#endif

#ifdef FORGETS
#define FLAGS QC_CLASS_MAY_WAIT
#else
#define FLAGS 0
#endif

static const qc_class one = {sizeof(qc_class), QC_STAGE_BUSINESS, QC_THREAD_SERIAL, FLAGS, "OneBCO", do_command};
static const qc_class two = {sizeof(qc_class), QC_STAGE_BUSINESS, QC_THREAD_SERIAL, FLAGS, "TwoBCO", do_command};
static const qc_class *const classes[] = {&one, &two};

#ifdef EXTRA_CLASS
#define CLASS_COUNT 2
#else
#define CLASS_COUNT 1
#endif

#define DESCRIPTOR \
    {sizeof(qc_plugin), CLASS_COUNT, {QC_ABI_MAJOR, QC_ABI_MINOR, 64, 0, NULL}, "test.unruly", "1.0.0", classes, \
     activate, deactivate, feature}

#ifdef EXTRA_EXPORT
QC_EXPORT int one_more(void);
QC_EXPORT int one_more(void) { return 1; }
#endif

#ifdef SLOW
__attribute__((constructor)) static void at_load(void) { usleep(150000); }
#endif

QC_EXPORT const qc_plugin *qc_plugin_entry(qc_abi host_abi, qc_error *error) {
    (void)host_abi, (void)error, (void)two;
#ifdef NEW_DESCRIPTOR
    const qc_plugin made = DESCRIPTOR;
    qc_plugin *copy = malloc(sizeof made);
    if (copy != NULL) memcpy(copy, &made, sizeof made);
    return copy;
#else
    static const qc_plugin descriptor = DESCRIPTOR;
    return &descriptor;
#endif
}
