// A plugin built for version 1.0 of the ABI, with the header as it was then. It must load for ever.

#include "quickconnect/plugin.h"

static qc_outcome do_command(const qc_class *type, void *self, const qc_request *request, qc_value *result) {
    (void)type, (void)self, (void)request, (void)result;
    return QC_NEXT;
}

static bool activate(const qc_plugin *plugin, const qc_host *host, void **self, qc_error *error) {
    (void)plugin, (void)host, (void)self, (void)error;
    return true;
}

static void deactivate(const qc_plugin *plugin, void *self) { (void)plugin, (void)self; }

static const qc_class echo = {sizeof(qc_class), QC_STAGE_BUSINESS, QC_THREAD_ANY, 0, "EchoBCO", do_command};
static const qc_class *const classes[] = {&echo};
static const qc_plugin descriptor = {
    sizeof(qc_plugin), 1, {1, 0, 64, 0, NULL}, "test.frozen", "1.0.0", classes, activate, deactivate, NULL};

QC_EXPORT const qc_plugin *qc_plugin_entry(qc_abi host_abi, qc_error *error) {
    (void)host_abi, (void)error;
    return &descriptor;
}
