// A plugin that many threads use at once, while it is disabled and enabled: it notices if its state is used after its end.

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "quickconnect/plugin.h"

enum { ALIVE = 0x50AC };

typedef struct soak {
    int mark;
    // Not atomic: only the order of serial calls protects it.
    int64_t serial_calls;
    const qc_host *host;
} soak;

static int64_t balance;

static qc_value number(int64_t integer) { return (qc_value){.kind = QC_INTEGER, .as.integer = integer}; }

static qc_outcome check(const soak *self, const qc_request *request) {
    if (self != NULL && self->mark == ALIVE) return QC_NEXT;
    return request->calls->fail(request, "INTERNAL", "the plugin was called without its state", NULL);
}

static qc_outcome any(const qc_class *type, void *self, const qc_request *request, qc_value *result) {
    (void)type;
    *result = number(__atomic_load_n(&balance, __ATOMIC_SEQ_CST));
    return check(self, request);
}

static qc_outcome serial(const qc_class *type, void *self, const qc_request *request, qc_value *result) {
    (void)type;
    *result = number(++((soak *)self)->serial_calls);
    return check(self, request);
}

typedef struct waiting {
    const qc_calls *calls;
    qc_token *token;
    unsigned microseconds;
} waiting;

static void forget(void *context) { __atomic_fetch_sub((int *)context, 1, __ATOMIC_SEQ_CST); }
static void ignore(void *context) { (void)context; }
static int handlers;

static void *answer(void *context) {
    waiting *own = context;
    usleep(own->microseconds);
    qc_value value = number(own->microseconds);
    own->calls->complete(own->token, QC_NEXT, &value);
    own->calls->complete(own->token, QC_NEXT, &value);
    own->calls->release(own->token);
    free(own);
    return NULL;
}

static qc_outcome later(const qc_class *type, void *self, const qc_request *request, qc_value *result) {
    (void)type, (void)result;
    if (check(self, request) != QC_NEXT) return QC_FAILED;
    waiting *own = malloc(sizeof *own);
    if (own == NULL) return QC_STOP;
    unsigned delay = request->parameter_count > 0 ? (unsigned)request->parameters[0].as.integer : 0;
    *own = (waiting){request->calls, request->calls->defer(request), delay % 3000};
    __atomic_fetch_add(&handlers, 1, __ATOMIC_SEQ_CST);
    request->calls->on_cancel(own->token, ignore, &handlers, forget);
    pthread_t thread;
    if (pthread_create(&thread, NULL, answer, own) != 0) {
        request->calls->release(own->token);
        free(own);
        return QC_WAIT;
    }
    pthread_detach(thread);
    return QC_WAIT;
}

static void pass_on(void *context, const qc_reply *reply) {
    waiting *own = context;
    qc_value value = number(reply->kind);
    own->calls->complete(own->token, QC_NEXT, &value);
    own->calls->release(own->token);
    free(own);
}

static qc_outcome nested(const qc_class *type, void *self, const qc_request *request, qc_value *result) {
    (void)type, (void)result;
    if (check(self, request) != QC_NEXT) return QC_FAILED;
    const qc_host *host = ((soak *)self)->host;
    const qc_dispatch *dispatch = host->service(host, QC_DISPATCH);
    waiting *own = malloc(sizeof *own);
    if (own == NULL || dispatch == NULL) return QC_STOP;
    *own = (waiting){request->calls, request->calls->defer(request), 0};
    dispatch->start(host, request, "soak.later", request->parameters, request->parameter_count, 0, pass_on, own);
    return QC_WAIT;
}

static bool activate(const qc_plugin *plugin, const qc_host *host, void **self, qc_error *error) {
    (void)plugin, (void)error;
    soak *state = calloc(1, sizeof *state);
    if (state == NULL) return false;
    *state = (soak){ALIVE, 0, host};
    __atomic_fetch_add(&balance, 1, __ATOMIC_SEQ_CST);
    *self = state;
    return true;
}

static void deactivate(const qc_plugin *plugin, void *self) {
    (void)plugin;
    __atomic_fetch_sub(&balance, 1, __ATOMIC_SEQ_CST);
    ((soak *)self)->mark = 0;
    free(self);
}

#define CLASS(function, thread, flags, name) \
    static const qc_class function##_class = {sizeof(qc_class), QC_STAGE_BUSINESS, thread, flags, name, function}

CLASS(any, QC_THREAD_ANY, 0, "AnyBCO");
CLASS(serial, QC_THREAD_SERIAL, 0, "SerialBCO");
CLASS(later, QC_THREAD_SERIAL, QC_CLASS_MAY_WAIT, "LaterBCO");
CLASS(nested, QC_THREAD_ANY, QC_CLASS_MAY_WAIT, "NestedBCO");

static const qc_class *const classes[] = {&any_class, &serial_class, &later_class, &nested_class};

static const qc_plugin descriptor = {
    .size = sizeof(qc_plugin), .class_count = 4, .abi = {QC_ABI_MAJOR, QC_ABI_MINOR, 8 * sizeof(void *), 0, NULL},
    .id = "test.soak", .version = "1.0.0", .classes = classes, .activate = activate, .deactivate = deactivate,
};

QC_EXPORT const qc_plugin *qc_plugin_entry(qc_abi host, qc_error *error) {
    (void)host, (void)error;
    return &descriptor;
}
