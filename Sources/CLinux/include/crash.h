/// Which plugin this thread is in, and a note of it that survives a crash.

#ifndef QUICKCONNECT_CRASH_H
#define QUICKCONNECT_CRASH_H

#include <stdbool.h>
#include <stddef.h>

/// Where a thread is while it runs a plugin's code. The strings end with a NUL and, like the place itself, outlive the
/// call. Made once for each mapping, so that entering and leaving a plugin is one store each.
typedef struct qc_call_place {
    /// The plugin's id and version.
    const char *plugin;
    const char *version;
    /// What it does: "load", "activate", "deactivate" or "command".
    const char *phase;
    /// The command, if `phase` is "command"; else NULL.
    const char *command;
    /// What tells this state of the plugin from another: copied to the note as it is.
    const char *inputs;
} qc_call_place;

/// The thread-local variable behind `qc_enter_call`. In the initial-exec model: one instruction to read, and safe in a
/// signal handler, since nothing is allocated at its first use.
extern __thread const qc_call_place *qc_thread_place __attribute__((tls_model("initial-exec")));

/// Notes that this thread enters `place`, and returns where it was: hand that to `qc_leave_call`.
static inline const qc_call_place *qc_enter_call(const qc_call_place *place) {
    const qc_call_place *before = qc_thread_place;
    qc_thread_place = place;
    return before;
}

/// Notes that this thread is back where it was before `qc_enter_call`.
static inline void qc_leave_call(const qc_call_place *before) {
    qc_thread_place = before;
}

/// The place that this thread is in, or NULL.
static inline const qc_call_place *qc_current_call(void) {
    return qc_thread_place;
}

/// Writes plugin, version, phase, command, inputs and the name of `signal` to `descriptor`, each followed by a NUL. Safe in a signal handler:
/// `write(2)` and nothing else. False if a write failed.
bool qc_crash_note(int descriptor, const qc_call_place *place, int signal);

/// Installs a handler for SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT and SIGTRAP. If the thread that receives one is in a
/// plugin, it writes a note to `descriptor` and one line to standard error; then, in any case, it restores the handlers that stood
/// before, so that the signal takes its course. The calling thread gets a stack for the handler, for when its own has
/// overflowed. False, with `errno`, if a handler cannot be installed. Call once.
bool qc_crash_install(int descriptor);

/// Puts back the handlers that stood before `qc_crash_install`.
void qc_crash_uninstall(void);

#endif
