// A plugin that breaks its contract in the way that the first parameter names.

#include <stddef.h>
#include <string.h>

#include "quickconnect/plugin.h"

typedef qc_outcome breach(const qc_request *request, qc_value *result);

static qc_value *values(const qc_request *request, size_t count) {
    return request->calls->allocate(request, count * sizeof(qc_value));
}

static qc_value array_of(const qc_value *elements, uint32_t count) {
    return (qc_value){.kind = QC_ARRAY, .length = count, .as.elements = elements};
}

static qc_outcome wait_without_token(const qc_request *request, qc_value *result) {
    (void)request, (void)result;
    return QC_WAIT;
}

static qc_outcome unknown_outcome(const qc_request *request, qc_value *result) {
    (void)request, (void)result;
    return 77;
}

static qc_outcome fail_silently(const qc_request *request, qc_value *result) {
    (void)request, (void)result;
    return QC_FAILED;
}

static qc_outcome fail_and_go_on(const qc_request *request, qc_value *result) {
    (void)result;
    request->calls->fail(request, "NOT_FOUND", "this was only a thought", NULL);
    return QC_NEXT;
}

static qc_outcome fail_with_nothing(const qc_request *request, qc_value *result) {
    (void)result;
    return request->calls->fail(request, NULL, NULL, NULL);
}

static qc_outcome fail_with_unlisted_code(const qc_request *request, qc_value *result) {
    (void)result;
    return request->calls->fail(request, "MY_OWN_CODE", "nobody listed it", NULL);
}

static qc_outcome fail_with_invalid_text(const qc_request *request, qc_value *result) {
    (void)result;
    return request->calls->fail(request, "NOT_FOUND", "bad \xFF byte", NULL);
}

static qc_outcome fail_with_cycle(const qc_request *request, qc_value *result) {
    (void)result;
    qc_value *one = values(request, 1);
    one[0] = array_of(one, 1);
    return request->calls->fail(request, "NOT_FOUND", "its data goes in a circle", one);
}

static qc_outcome null_string(const qc_request *request, qc_value *result) {
    (void)request;
    *result = (qc_value){.kind = QC_STRING, .length = 5};
    return QC_NEXT;
}

static qc_outcome null_array(const qc_request *request, qc_value *result) {
    (void)request;
    *result = (qc_value){.kind = QC_ARRAY, .length = 5};
    return QC_NEXT;
}

static qc_outcome null_object(const qc_request *request, qc_value *result) {
    (void)request;
    *result = (qc_value){.kind = QC_OBJECT, .length = 5};
    return QC_NEXT;
}

static qc_outcome null_bytes(const qc_request *request, qc_value *result) {
    (void)request;
    *result = (qc_value){.kind = QC_BYTES, .length = 5};
    return QC_NEXT;
}

static qc_outcome null_handle(const qc_request *request, qc_value *result) {
    (void)request;
    *result = (qc_value){.kind = QC_HANDLE};
    return QC_NEXT;
}

static qc_outcome hollow_handle(const qc_request *request, qc_value *result) {
    (void)request;
    static const qc_handle handle = {.size = sizeof(qc_handle)};
    *result = (qc_value){.kind = QC_HANDLE, .as.handle = &handle};
    return QC_NEXT;
}

static qc_outcome odd_boolean(const qc_request *request, qc_value *result) {
    (void)request;
    *result = (qc_value){.kind = QC_BOOLEAN, .as.bits = 0xAA};
    return QC_NEXT;
}

static qc_outcome unknown_kind(const qc_request *request, qc_value *result) {
    (void)request;
    *result = (qc_value){.kind = 4711, .length = 0xFFFFFFFF, .as.bits = 0xDEADBEEF};
    return QC_NEXT;
}

static qc_outcome number_key(const qc_request *request, qc_value *result) {
    qc_member *member = request->calls->allocate(request, sizeof *member);
    member->key = (qc_value){.kind = QC_INTEGER, .as.integer = 7};
    member->value = (qc_value){.kind = QC_NULL};
    *result = (qc_value){.kind = QC_OBJECT, .length = 1, .as.members = member};
    return QC_NEXT;
}

static qc_outcome cycle(const qc_request *request, qc_value *result) {
    qc_value *one = values(request, 1);
    one[0] = array_of(one, 1);
    *result = one[0];
    return QC_NEXT;
}

// Each level holds itself twice: whoever follows both does not come back.
static qc_outcome double_cycle(const qc_request *request, qc_value *result) {
    qc_value *two = values(request, 2);
    two[0] = two[1] = array_of(two, 2);
    *result = two[0];
    return QC_NEXT;
}

static qc_outcome deep(const qc_request *request, qc_value *result) {
    qc_value inner = {.kind = QC_NULL};
    for (int level = 0; level < 3000; level++) {
        qc_value *outer = values(request, 1);
        *outer = inner;
        inner = array_of(outer, 1);
    }
    *result = inner;
    return QC_NEXT;
}

static qc_outcome invalid_text(const qc_request *request, qc_value *result) {
    (void)request;
    *result = (qc_value){.kind = QC_STRING, .length = 5, .as.string = "ab\xC3(c"};
    return QC_NEXT;
}

static qc_outcome complete_and_return(const qc_request *request, qc_value *result) {
    (void)result;
    qc_token *token = request->calls->defer(request);
    if (token == NULL) return QC_STOP;
    request->calls->complete(token, QC_NEXT, NULL);
    request->calls->release(token);
    return QC_NEXT;
}

static qc_outcome complete_with_unknown(const qc_request *request, qc_value *result) {
    (void)result;
    qc_token *token = request->calls->defer(request);
    if (token == NULL) return QC_STOP;
    request->calls->complete(token, 77, NULL);
    request->calls->release(token);
    return QC_WAIT;
}

static qc_outcome defer_twice(const qc_request *request, qc_value *result) {
    (void)result;
    qc_token *token = request->calls->defer(request);
    qc_value answer = {.kind = QC_BOOLEAN, .as.boolean = token != NULL && request->calls->defer(request) == NULL};
    request->calls->complete(token, QC_NEXT, &answer);
    request->calls->release(token);
    return QC_WAIT;
}

static qc_outcome allocate_too_much(const qc_request *request, qc_value *result) {
    *result = (qc_value){.kind = QC_BOOLEAN, .as.boolean = request->calls->allocate(request, (size_t)1 << 62) == NULL};
    return QC_NEXT;
}

static const struct {
    const char *name;
    breach *breach;
} breaches[] = {
    {"wait without token", wait_without_token},
    {"unknown outcome", unknown_outcome},
    {"fail silently", fail_silently},
    {"fail and go on", fail_and_go_on},
    {"fail with nothing", fail_with_nothing},
    {"fail with unlisted code", fail_with_unlisted_code},
    {"fail with invalid text", fail_with_invalid_text},
    {"fail with cycle", fail_with_cycle},
    {"null string", null_string},
    {"null array", null_array},
    {"null object", null_object},
    {"null bytes", null_bytes},
    {"null handle", null_handle},
    {"hollow handle", hollow_handle},
    {"odd boolean", odd_boolean},
    {"unknown kind", unknown_kind},
    {"number key", number_key},
    {"cycle", cycle},
    {"double cycle", double_cycle},
    {"deep", deep},
    {"invalid text", invalid_text},
    {"complete and return", complete_and_return},
    {"complete with unknown", complete_with_unknown},
    {"defer twice", defer_twice},
    {"allocate too much", allocate_too_much},
};

static qc_outcome do_command(const qc_class *type, void *self, const qc_request *request, qc_value *result) {
    (void)type, (void)self;
    if (request->parameter_count == 0 || request->parameters[0].kind != QC_STRING) return QC_STOP;
    for (size_t index = 0; index < sizeof breaches / sizeof *breaches; index++) {
        if (strcmp(breaches[index].name, request->parameters[0].as.string) == 0) {
            return breaches[index].breach(request, result);
        }
    }
    return QC_STOP;
}

// Tells what the object before gave: its kind, as a number.
static qc_outcome tell_kind(const qc_class *type, void *self, const qc_request *request, qc_value *result) {
    (void)type, (void)self;
    if (request->result_count == 0) return QC_NEXT;
    const qc_value *last = &request->results[request->result_count - 1].value;
    qc_value *facts = values(request, 3);
    facts[0] = (qc_value){.kind = QC_INTEGER, .as.integer = last->kind};
    facts[1] = (qc_value){.kind = QC_INTEGER, .as.integer = last->length};
    facts[2] = (qc_value){.kind = QC_INTEGER, .as.integer = (int64_t)last->as.bits};
    *result = array_of(facts, 3);
    return QC_NEXT;
}

static bool activate(const qc_plugin *plugin, const qc_host *host, void **self, qc_error *error) {
    (void)plugin, (void)host, (void)self, (void)error;
    return true;
}

static void deactivate(const qc_plugin *plugin, void *self) { (void)plugin, (void)self; }

static const qc_class breach_class = {
    sizeof(qc_class), QC_STAGE_BUSINESS, QC_THREAD_ANY, QC_CLASS_MAY_WAIT, "BreachBCO", do_command};
static const qc_class no_wait_class = {
    sizeof(qc_class), QC_STAGE_BUSINESS, QC_THREAD_ANY, 0, "NoWaitBCO", do_command};
static const qc_class kind_class = {sizeof(qc_class), QC_STAGE_VIEW, QC_THREAD_ANY, 0, "KindVCO", tell_kind};
static const qc_class *const classes[] = {&breach_class, &no_wait_class, &kind_class};
static const qc_plugin descriptor = {
    sizeof(qc_plugin), 3, {QC_ABI_MAJOR, QC_ABI_MINOR, 64, 0, NULL}, "test.breaches", "1.0.0", classes,
    activate, deactivate, NULL};

QC_EXPORT const qc_plugin *qc_plugin_entry(qc_abi host_abi, qc_error *error) {
    (void)host_abi, (void)error;
    return &descriptor;
}
