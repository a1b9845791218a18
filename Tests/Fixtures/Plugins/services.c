// A plugin in C that uses every host service, as the first parameter says.

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "quickconnect/plugin.h"

// What stays of one activation.
typedef struct state {
    const qc_host *host;
    const qc_log *log;
    const qc_storage *storage;
    const qc_configuration *configuration;
    const qc_events *events;
    const qc_dispatch *dispatch;
} state;

static state states[64];
static atomic_int state_count;
static atomic_int active_count;

static qc_value number(int64_t integer) { return (qc_value){.kind = QC_INTEGER, .as.integer = integer}; }

static qc_value boolean(bool value) { return (qc_value){.kind = QC_BOOLEAN, .as.boolean = value}; }

// A copy of `text` in the request's memory.
static qc_value text(const qc_request *request, const char *text) {
    size_t length = text == NULL ? 0 : strlen(text);
    char *copy = request->calls->allocate(request, length + 1);
    if (copy == NULL) return (qc_value){.kind = QC_NULL};
    memcpy(copy, text == NULL ? "" : text, length);
    copy[length] = 0;
    return (qc_value){.kind = QC_STRING, .length = (uint32_t)length, .as.string = copy};
}

// -- Log, storage, configuration, events ---------------------------------------------------------------------------

static qc_outcome use_log(state *self, const qc_request *request, qc_value *result) {
    (void)request, (void)result;
    self->log->write(self->host, QC_LEVEL_WARNING, "two\nlines\0and NUL", 17);
    self->log->write(self->host, 99, "an unknown level", 16);
    self->log->write(self->host, QC_LEVEL_INFO, NULL, 0);
    return QC_NEXT;
}

static qc_outcome use_storage(state *self, const qc_request *request, qc_value *result) {
    qc_error error = {.size = sizeof error};
    const char *folder = self->storage->folder(self->host, &error);
    if (folder == NULL) return request->calls->fail(request, error.code, error.message, NULL);
    char path[4096];
    snprintf(path, sizeof path, "%s/kept", folder);
    FILE *file = fopen(path, "w");
    if (file != NULL) fclose(file);
    *result = text(request, folder);
    return QC_NEXT;
}

static qc_outcome use_configuration(state *self, const qc_request *request, qc_value *result) {
    const qc_value *value = self->configuration->value(self->host, request->parameters[1].as.string);
    *result = value == NULL ? text(request, "not declared") : *value;
    return QC_NEXT;
}

static qc_outcome use_events(state *self, const qc_request *request, qc_value *result) {
    (void)request;
    bool all = true;
    for (int index = 0; index < 3; index++) {
        qc_value value = number(index);
        all = self->events->emit(self->host, "counted", &value) && all;
    }
    all = self->events->emit(self->host, "ended", NULL) && all;
    *result = boolean(all);
    return QC_NEXT;
}

// -- Dispatch --------------------------------------------------------------------------------------------------------

// Where a nested reply is told, and how often.
typedef struct told {
    atomic_int times;
    qc_reply_kind kind;
    int64_t value;
    char code[64];
} told;

static void tell(void *context, const qc_reply *reply) {
    told *place = context;
    place->kind = reply->kind;
    if (reply->kind == QC_REPLY_VALUE && reply->value.kind == QC_INTEGER) place->value = reply->value.as.integer;
    if (reply->kind == QC_REPLY_ERROR) snprintf(place->code, sizeof place->code, "%s", reply->code);
    atomic_fetch_add(&place->times, 1);
}

static qc_outcome answer_told(const qc_request *request, told *place, qc_value *result) {
    if (place->times != 1) return request->calls->fail(request, "INVALID_PARAMETERS", "not told once", NULL);
    *result = place->kind == QC_REPLY_ERROR ? text(request, place->code) : number(place->value);
    return QC_NEXT;
}

static qc_outcome use_call(state *self, const qc_request *request, qc_value *result) {
    told place = {0};
    qc_value parameter = number(20);
    self->dispatch->call(self->host, request, request->parameters[1].as.string, &parameter, 1, tell, &place);
    return answer_told(request, &place, result);
}

static qc_outcome use_start(state *self, const qc_request *request, qc_value *result) {
    told place = {0};
    qc_value parameter = number(20);
    uint64_t started = self->dispatch->start(
        self->host, request, request->parameters[1].as.string, &parameter, 1, 0, tell, &place);
    if (started == 0) return request->calls->fail(request, "CONFLICT", "no number", NULL);
    return answer_told(request, &place, result);
}

static qc_outcome use_cancel(state *self, const qc_request *request, qc_value *result) {
    told place = {0};
    uint64_t started = self->dispatch->start(self->host, request, "never", NULL, 0, 0, tell, &place);
    if (place.times != 0) return request->calls->fail(request, "CONFLICT", "told too early", NULL);
    self->dispatch->cancel(self->host, started);
    self->dispatch->cancel(self->host, started);
    self->dispatch->cancel(self->host, 0);
    return answer_told(request, &place, result);
}

// -- Tokens ----------------------------------------------------------------------------------------------------------

typedef struct later {
    const qc_request *request;
    qc_token *token;
    const qc_calls *calls;
} later;

static void *answer_later(void *context) {
    later *own = context;
    usleep(2000);
    qc_value value = number(7);
    own->calls->complete(own->token, QC_NEXT, &value);
    own->calls->release(own->token);
    return NULL;
}

static later on_threads[1024];
static atomic_int thread_count;

static qc_outcome on_a_thread(state *self, const qc_request *request, qc_value *result) {
    (void)self, (void)result;
    later *own = &on_threads[atomic_fetch_add(&thread_count, 1) % 1024];
    *own = (later){request, request->calls->defer(request), request->calls};
    pthread_t thread;
    if (own->token == NULL || pthread_create(&thread, NULL, answer_later, own) != 0) return QC_STOP;
    pthread_detach(thread);
    return QC_WAIT;
}

static qc_outcome before_return(state *self, const qc_request *request, qc_value *result) {
    (void)self, (void)result;
    qc_token *token = request->calls->defer(request);
    qc_value value = number(8);
    request->calls->complete(token, QC_NEXT, &value);
    request->calls->release(token);
    return QC_WAIT;
}

static atomic_int second_was_refused;

static qc_outcome twice(state *self, const qc_request *request, qc_value *result) {
    (void)self, (void)result;
    const qc_calls *calls = request->calls;
    qc_token *token = calls->defer(request);
    qc_value first = number(1), second = number(2);
    bool took_first = calls->complete(token, QC_NEXT, &first);
    bool took_second = calls->complete(token, QC_NEXT, &second);
    atomic_store(&second_was_refused, took_first && !took_second);
    calls->release(token);
    return QC_WAIT;
}

static qc_outcome was_refused(state *self, const qc_request *request, qc_value *result) {
    (void)self, (void)request;
    *result = boolean(atomic_load(&second_was_refused));
    return QC_NEXT;
}

static qc_outcome let_go(state *self, const qc_request *request, qc_value *result) {
    (void)self, (void)result;
    qc_token *token = request->calls->defer(request);
    request->calls->retain(token);
    request->calls->release(token);
    request->calls->release(token);
    return QC_WAIT;
}

static void *let_go_on_thread(void *context) {
    later *own = context;
    usleep(20000);
    own->calls->release(own->token);
    return NULL;
}

// Lets go once the request waits.
static qc_outcome let_go_later(state *self, const qc_request *request, qc_value *result) {
    (void)self, (void)result;
    later *own = &on_threads[atomic_fetch_add(&thread_count, 1) % 1024];
    *own = (later){request, request->calls->defer(request), request->calls};
    pthread_t thread;
    if (own->token == NULL || pthread_create(&thread, NULL, let_go_on_thread, own) != 0) return QC_STOP;
    pthread_detach(thread);
    return QC_WAIT;
}

static qc_outcome fail_later(state *self, const qc_request *request, qc_value *result) {
    (void)self, (void)result;
    qc_token *token = request->calls->defer(request);
    qc_value data = number(9);
    request->calls->complete(token, request->calls->fail(request, "BUSY", "later", &data), NULL);
    request->calls->release(token);
    return QC_WAIT;
}

static qc_token *kept;
static const qc_calls *kept_calls;
static atomic_int cancelled_count, released_count;

static void cancelled(void *context) {
    atomic_fetch_add(&cancelled_count, 1);
    kept_calls->complete(context, QC_STOP, NULL);
}

static void released(void *context) {
    atomic_fetch_add(&released_count, 1);
    kept_calls->release(context);
}

// Answers only when it is cancelled.
static qc_outcome never(state *self, const qc_request *request, qc_value *result) {
    (void)self, (void)result;
    kept = request->calls->defer(request);
    kept_calls = request->calls;
    if (kept == NULL) return QC_STOP;
    request->calls->on_cancel(kept, cancelled, kept, released);
    return QC_WAIT;
}

static qc_outcome cancel_counts(state *self, const qc_request *request, qc_value *result) {
    (void)self;
    qc_value *counts = request->calls->allocate(request, 2 * sizeof *counts);
    counts[0] = number(atomic_load(&cancelled_count));
    counts[1] = number(atomic_load(&released_count));
    *result = (qc_value){.kind = QC_ARRAY, .length = 2, .as.elements = counts};
    return QC_NEXT;
}

// -- Progress and the rest --------------------------------------------------------------------------------------------

static void *progress_later(void *context) {
    later *own = context;
    usleep(2000);
    bool heard = true;
    for (int index = 0; index < 3; index++) {
        qc_value value = number(index);
        heard = own->calls->progress(own->request, &value) && heard;
    }
    qc_value value = boolean(heard);
    own->calls->complete(own->token, QC_NEXT, &value);
    own->calls->release(own->token);
    return NULL;
}

static qc_outcome use_progress(state *self, const qc_request *request, qc_value *result) {
    (void)self, (void)result;
    later *own = &on_threads[atomic_fetch_add(&thread_count, 1) % 1024];
    *own = (later){request, request->calls->defer(request), request->calls};
    pthread_t thread;
    if (own->token == NULL || pthread_create(&thread, NULL, progress_later, own) != 0) return QC_STOP;
    pthread_detach(thread);
    return QC_WAIT;
}

static qc_outcome who(state *self, const qc_request *request, qc_value *result) {
    qc_value *facts = request->calls->allocate(request, 4 * sizeof *facts);
    facts[0] = text(request, self->host->name);
    facts[1] = text(request, self->host->plugin_id);
    facts[2] = text(request, self->host->plugin_folder);
    facts[3] = boolean(self->host->service(self->host, "qc.unknown/1") == NULL);
    *result = (qc_value){.kind = QC_ARRAY, .length = 4, .as.elements = facts};
    return QC_NEXT;
}

static qc_outcome twenty_one(state *self, const qc_request *request, qc_value *result) {
    (void)self;
    *result = number(request->parameters[0].as.integer + 1);
    return QC_NEXT;
}

static qc_outcome active(state *self, const qc_request *request, qc_value *result) {
    (void)self, (void)request;
    *result = number(atomic_load(&active_count));
    return QC_NEXT;
}

static const struct {
    const char *name;
    qc_outcome (*use)(state *, const qc_request *, qc_value *);
} uses[] = {
    {"log", use_log}, {"storage", use_storage}, {"configuration", use_configuration}, {"events", use_events},
    {"call", use_call}, {"start", use_start}, {"cancel", use_cancel}, {"on a thread", on_a_thread},
    {"before return", before_return}, {"twice", twice}, {"was refused", was_refused}, {"let go", let_go},
    {"let go later", let_go_later}, {"fail later", fail_later}, {"never", never}, {"cancel counts", cancel_counts}, {"progress", use_progress},
    {"who", who}, {"active", active},
};

static qc_outcome do_command(const qc_class *type, void *self, const qc_request *request, qc_value *result) {
    (void)type;
    if (strcmp(request->command, "add") == 0) return twenty_one(self, request, result);
    if (strcmp(request->command, "never") == 0) return never(self, request, result);
    if (request->parameter_count == 0 || request->parameters[0].kind != QC_STRING) return QC_STOP;
    for (size_t index = 0; index < sizeof uses / sizeof *uses; index++) {
        if (strcmp(uses[index].name, request->parameters[0].as.string) == 0) {
            return uses[index].use(self, request, result);
        }
    }
    return QC_STOP;
}

static bool activate(const qc_plugin *plugin, const qc_host *host, void **self, qc_error *error) {
    (void)plugin;
    state *own = &states[atomic_fetch_add(&state_count, 1) % 64];
    own->host = host;
    own->log = host->service(host, QC_LOG);
    own->storage = host->service(host, QC_STORAGE);
    own->configuration = host->service(host, QC_CONFIGURATION);
    own->events = host->service(host, QC_EVENTS);
    own->dispatch = host->service(host, QC_DISPATCH);
    if (!own->log || !own->storage || !own->configuration || !own->events || !own->dispatch) {
        error->code = "UNAVAILABLE";
        error->message = "a service is missing";
        return false;
    }
    atomic_fetch_add(&active_count, 1);
    *self = own;
    return true;
}

static void deactivate(const qc_plugin *plugin, void *self) {
    (void)plugin;
    state *own = self;
    own->log->write(own->host, QC_LEVEL_INFO, "deactivated", 11);
    atomic_fetch_sub(&active_count, 1);
}

static const qc_class use_class = {
    sizeof(qc_class), QC_STAGE_BUSINESS, QC_THREAD_ANY, QC_CLASS_MAY_WAIT, "UseBCO", do_command};
static const qc_class quick_class = {sizeof(qc_class), QC_STAGE_BUSINESS, QC_THREAD_ANY, 0, "QuickBCO", do_command};
static const qc_class *const classes[] = {&use_class, &quick_class};
static const qc_plugin descriptor = {
    sizeof(qc_plugin), 2, {QC_ABI_MAJOR, QC_ABI_MINOR, 64, 0, NULL}, "test.services", "1.0.0", classes,
    activate, deactivate, NULL};

QC_EXPORT const qc_plugin *qc_plugin_entry(qc_abi host_abi, qc_error *error) {
    (void)host_abi, (void)error;
    return &descriptor;
}
