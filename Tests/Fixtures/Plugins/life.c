// A plugin that counts how often it was activated and ended.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "quickconnect/plugin.h"

static int activations, deactivations;
#ifdef REFUSE_FIRST
static int refusals;
#endif

#ifdef JOINS
static pthread_t own_thread;
static int has_thread;
#endif

static int count(int *counter) { return __atomic_load_n(counter, __ATOMIC_SEQ_CST); }
static int add(int *counter) { return __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST); }

static qc_value number(int64_t integer) { return (qc_value){.kind = QC_INTEGER, .as.integer = integer}; }

static qc_outcome tell(const qc_class *type, void *self, const qc_request *request, qc_value *result) {
    (void)type, (void)self;
    qc_value *facts = request->calls->allocate(request, 3 * sizeof *facts);
    if (facts == NULL) return request->calls->fail(request, "TOO_LARGE", "no room", NULL);
    facts[0] = number(ANSWER);
    facts[1] = number(count(&activations));
    facts[2] = number(count(&deactivations));
    *result = (qc_value){.kind = QC_ARRAY, .length = 3, .as.elements = facts};
    return QC_NEXT;
}

typedef struct waiting {
    const qc_calls *calls;
    qc_token *token;
    char go[4096];
} waiting;

// Waits, for 30 s at most, for a file to appear.
static void *wait_for_file(void *context) {
    waiting *own = context;
    for (int round = 0; round < 30000 && access(own->go, F_OK) != 0; round++) usleep(1000);
    qc_value value = number(ANSWER);
    own->calls->complete(own->token, QC_NEXT, &value);
    own->calls->release(own->token);
    free(own);
    return NULL;
}

static qc_outcome wait_for_go(const qc_class *type, void *self, const qc_request *request, qc_value *result) {
    (void)type, (void)result;
    const qc_host *host = self;
    waiting *own = malloc(sizeof *own);
    if (own == NULL) return QC_STOP;
    own->calls = request->calls;
    own->token = request->calls->defer(request);
    snprintf(own->go, sizeof own->go, "%s/go", host->plugin_folder);
    pthread_t thread;
    if (own->token == NULL || pthread_create(&thread, NULL, wait_for_file, own) != 0) return QC_STOP;
#ifdef JOINS
    own_thread = thread;
    has_thread = 1;
#else
    pthread_detach(thread);
#endif
    return QC_WAIT;
}

static qc_outcome extra(const qc_class *type, void *self, const qc_request *request, qc_value *result) {
    (void)type, (void)self, (void)request;
    *result = number(ANSWER);
    return QC_NEXT;
}

static bool activate(const qc_plugin *plugin, const qc_host *host, void **self, qc_error *error) {
    (void)plugin, (void)error;
#ifdef REFUSE_FIRST
    if (add(&refusals) < REFUSE_FIRST) {
        error->code = "BUSY";
        error->message = "not yet";
        return false;
    }
#endif
    add(&activations);
    *self = (void *)host;
    return true;
}

static void deactivate(const qc_plugin *plugin, void *self) {
    (void)plugin, (void)self;
#ifdef JOINS
    usleep(100000);
    // Fails if this is that thread.
    if (has_thread && pthread_join(own_thread, NULL) != 0) return;
    has_thread = 0;
#endif
    add(&deactivations);
}

static const qc_class tell_class = {sizeof(qc_class), QC_STAGE_BUSINESS, QC_THREAD_ANY, 0, "TellBCO", tell};
static const qc_class wait_class = {
    sizeof(qc_class), QC_STAGE_BUSINESS, QC_THREAD_ANY, QC_CLASS_MAY_WAIT, "WaitBCO", wait_for_go};
static const qc_class extra_class = {sizeof(qc_class), QC_STAGE_BUSINESS, QC_THREAD_ANY, 0, "ExtraBCO", extra};
static const qc_class *const classes[] = {&tell_class, &wait_class, &extra_class};

#ifdef EXTRA
#define CLASS_COUNT 3
#else
#define CLASS_COUNT 2
#endif

static const qc_plugin descriptor = {
    sizeof(qc_plugin), CLASS_COUNT, {QC_ABI_MAJOR, QC_ABI_MINOR, 64, 0, NULL}, ID, VERSION, classes, activate,
    deactivate, NULL};

QC_EXPORT const qc_plugin *qc_plugin_entry(qc_abi host_abi, qc_error *error) {
    (void)host_abi, (void)error;
    return &descriptor;
}
