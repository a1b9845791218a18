// A plugin with one class. Each macro breaks it in one way.

#include "quickconnect/plugin.h"

#ifndef ID
#define ID "test.plugin"
#endif
#ifndef VERSION
#define VERSION "1.0.0"
#endif
#ifndef CLASS
#define CLASS "EchoBCO"
#endif
#ifndef ABI_MAJOR
#define ABI_MAJOR QC_ABI_MAJOR
#endif
#ifndef ABI_MINOR
#define ABI_MINOR QC_ABI_MINOR
#endif
#ifndef POINTER_BITS
#define POINTER_BITS 64
#endif
#ifndef SWIFT
#define SWIFT NULL
#endif
#ifndef STAGE
#define STAGE QC_STAGE_BUSINESS
#endif
#ifndef PLUGIN_SIZE
#define PLUGIN_SIZE sizeof(qc_plugin)
#endif
#ifndef CLASS_SIZE
#define CLASS_SIZE sizeof(qc_class)
#endif
#ifndef CLASS_COUNT
#define CLASS_COUNT 1
#endif
#ifndef CLASSES
#define CLASSES classes
#endif
#ifndef ENTRY
#define ENTRY QC_EXPORT
#endif

static int entries = 0;

static qc_outcome do_command(const qc_class *type, void *self, const qc_request *request, qc_value *result) {
    (void)type, (void)self;
    if (request->parameter_count > 0) *result = request->parameters[0];
    return QC_NEXT;
}

static bool activate(const qc_plugin *plugin, const qc_host *host, void **self, qc_error *error) {
    (void)plugin, (void)host, (void)error;
    *self = &entries;
    return true;
}

static void deactivate(const qc_plugin *plugin, void *self) { (void)plugin, (void)self; }

#ifndef DO_COMMAND
#define DO_COMMAND do_command
#endif
#ifndef ACTIVATE
#define ACTIVATE activate
#endif

static const qc_class echo = {CLASS_SIZE, STAGE, QC_THREAD_ANY, 0, CLASS, DO_COMMAND};
static const qc_class *const classes[] = {&echo, &echo};
static const qc_plugin descriptor = {
    PLUGIN_SIZE, CLASS_COUNT, {ABI_MAJOR, ABI_MINOR, POINTER_BITS, 0, SWIFT}, ID, VERSION, CLASSES, ACTIVATE, deactivate, NULL};

#ifdef NEEDS
extern const char *who(void);
QC_EXPORT const char *ask(void) { return who(); }
#endif

#ifdef AT_LOAD
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int overflow(volatile int depth);
int overflow(volatile int depth) { return overflow(depth + 1) + depth; }

__attribute__((constructor)) static void at_load(void) { AT_LOAD; }
#endif

// How often the entry ran in this process: the test asks for it.
QC_EXPORT int entry_count(void) { return entries; }

ENTRY const qc_plugin *qc_plugin_entry(qc_abi host_abi, qc_error *error) {
    (void)host_abi, (void)error, (void)descriptor, (void)activate, (void)do_command, (void)classes;
    entries++;
#ifdef REFUSAL
    error->code = "UNAVAILABLE";
    error->message = REFUSAL;
    return NULL;
#elif defined(SILENT_REFUSAL)
    return NULL;
#else
    return &descriptor;
#endif
}
