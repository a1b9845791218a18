/// The plugin qc.device-info: what machine and system this is.

#include <quickconnect/plugin.h>
#include <quickconnect/values.h>

#include "facts.h"
#include "text_file.h"

/// The description in the order of the original framework; what follows the first nine came later and is told by name only.
enum {
    NAME, MODEL, SYSTEM_NAME, SYSTEM_VERSION, LOCALE, TIME_ZONE, PROCESSORS, BUILD, HOST_VERSION,
    ORIGINAL_COUNT,
    HOST_NAME = ORIGINAL_COUNT, KERNEL, ARCHITECTURE, MEMORY,
    FACT_COUNT,
};

static const char *const keys[FACT_COUNT] = {
    "name", "model", "systemName", "systemVersion", "locale", "timeZone", "processors", "build", "hostVersion",
    "hostName", "kernel", "architecture", "memory",
};

// The original told a release from a beta; here a beta is a build for finding faults.
#ifdef DEBUG
static const char build[] = "Beta";
#else
static const char build[] = "Release";
#endif

/// A text of the machine's in the request's memory; null if the machine did not tell, or not in UTF-8.
static qc_value told(const qc_request *request, bool is_told, const char *text) {
    return is_told && is_utf8(text) ? qc_copy_text(request, text) : qc_null();
}

static qc_value counted(int64_t count) {
    return count > 0 ? qc_integer(count) : qc_null();
}

/// Fills in all facts. False if the request's memory is used up.
static bool describe(const qc_request *request, const qc_host *host, qc_value facts[FACT_COUNT]) {
    char text[FACT_SIZE];
    facts[NAME] = told(request, fact_name(text, sizeof text), text);
    facts[MODEL] = told(request, fact_model(text, sizeof text), text);
    facts[SYSTEM_NAME] = told(request, fact_release("NAME", text, sizeof text), text);
    facts[SYSTEM_VERSION] = told(request, fact_release("VERSION_ID", text, sizeof text), text);
    facts[LOCALE] = told(request, fact_locale(text, sizeof text), text);
    facts[TIME_ZONE] = told(request, fact_time_zone(text, sizeof text), text);
    facts[PROCESSORS] = counted(fact_processors());
    facts[BUILD] = qc_text(build);
    facts[HOST_VERSION] = told(request, host->version != NULL, host->version);
    facts[HOST_NAME] = told(request, host->name != NULL, host->name);
    facts[KERNEL] = told(request, fact_kernel(text, sizeof text), text);
    facts[ARCHITECTURE] = told(request, fact_architecture(text, sizeof text), text);
    facts[MEMORY] = counted(fact_memory());
    for (int index = 0; index < FACT_COUNT; index++) {
        if (facts[index].kind == QC_ABSENT) return false;
    }
    return true;
}

static bool is_text(const qc_value *value, const char *text) {
    return value->kind == QC_STRING && value->length == strlen(text) && memcmp(value->as.string, text, value->length) == 0;
}

/// Reads the one parameter: nothing, null or "array", or "object"; or an object whose member "as" is one of these.
/// False if it is something else.
static bool wants_object(const qc_request *request, bool *wanted) {
    *wanted = false;
    if (request->parameter_count > 1) return false;
    const qc_value *form = qc_parameter(request, 0);
    if (form == NULL || form->kind == QC_NULL) return true;
    if (form->kind == QC_OBJECT) form = qc_member_value(form, "as");
    if (form == NULL) return false;
    *wanted = is_text(form, "object");
    return *wanted || is_text(form, "array");
}

static qc_outcome out_of_memory(const qc_request *request) {
    return request->calls->fail(request, "TOO_LARGE", "the description does not fit the request's memory", NULL);
}

static qc_outcome give_array(const qc_request *request, const qc_value facts[FACT_COUNT], qc_value *result) {
    qc_value *elements = request->calls->allocate(request, ORIGINAL_COUNT * sizeof *elements);
    if (elements == NULL) return out_of_memory(request);
    memcpy(elements, facts, ORIGINAL_COUNT * sizeof *elements);
    *result = qc_array(elements, ORIGINAL_COUNT);
    return QC_NEXT;
}

static qc_outcome give_object(const qc_request *request, const qc_value facts[FACT_COUNT], qc_value *result) {
    qc_member *members = request->calls->allocate(request, FACT_COUNT * sizeof *members);
    if (members == NULL) return out_of_memory(request);
    for (int index = 0; index < FACT_COUNT; index++) {
        members[index].key = qc_text(keys[index]);
        members[index].value = facts[index];
    }
    *result = qc_object(members, FACT_COUNT);
    return QC_NEXT;
}

static qc_outcome get_device_info(const qc_class *class, void *self, const qc_request *request, qc_value *result) {
    (void)class;
    bool as_object;
    if (!wants_object(request, &as_object)) {
        return request->calls->fail(
            request, "INVALID_PARAMETERS",
            "at most one parameter is taken, the form of the answer: \"array\", \"object\" or {\"as\": \"object\"}", NULL);
    }
    qc_value facts[FACT_COUNT];
    if (!describe(request, self, facts)) return out_of_memory(request);
    return as_object ? give_object(request, facts, result) : give_array(request, facts, result);
}

/// The plugin keeps nothing but its view of the host, which lives as long.
static bool activate(const qc_plugin *plugin, const qc_host *host, void **self, qc_error *error) {
    (void)plugin;
    (void)error;
    *self = (void *)host;
    return true;
}

static void deactivate(const qc_plugin *plugin, void *self) {
    (void)plugin;
    (void)self;
}

static const qc_class get_device_info_class = {
    .size = sizeof(qc_class), .stage = QC_STAGE_VIEW, .thread = QC_THREAD_ANY, .flags = 0,
    .name = "GetDeviceInfoVCO", .do_command = get_device_info,
};

static const qc_class *const classes[] = {&get_device_info_class};

static const qc_plugin descriptor = {
    .size = sizeof(qc_plugin), .class_count = 1,
    .abi = {.major = QC_ABI_MAJOR, .minor = QC_ABI_MINOR, .pointer_bits = 8 * sizeof(void *)},
    .id = "qc.device-info", .version = "1.0.0", .classes = classes,
    .activate = activate, .deactivate = deactivate,
};

QC_EXPORT const qc_plugin *qc_plugin_entry(qc_abi host_abi, qc_error *error) {
    if (host_abi.major == QC_ABI_MAJOR && host_abi.minor >= descriptor.abi.minor) return &descriptor;
    if (error != NULL) {
        error->code = "UNAVAILABLE";
        error->message = "qc.device-info is built for another plugin ABI; build it again with this host's headers";
    }
    return NULL;
}
