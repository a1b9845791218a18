#define _GNU_SOURCE
#include "crash.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

__thread const qc_call_place *qc_thread_place __attribute__((tls_model("initial-exec")));

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
enum { signal_count = sizeof signals / sizeof signals[0] };
static const char *const signal_names[signal_count] = {"SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGABRT", "SIGTRAP"};

static struct sigaction before[signal_count];
static atomic_int note_descriptor = -1;

static bool write_all(int descriptor, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

/// `text` without its control characters, so that a command's name cannot forge a line.
static void write_plain(int descriptor, const char *text) {
    for (const char *start = text; *start != '\0';) {
        size_t length = 0;
        while ((unsigned char)start[length] >= 0x20 && start[length] != 0x7f) length++;
        write_all(descriptor, start, length);
        start += length;
        if (*start == '\0') return;
        write_all(descriptor, "?", 1);
        start++;
    }
}

static const char *name_of(int signal) {
    for (int index = 0; index < signal_count; index++) {
        if (signals[index] == signal) return signal_names[index];
    }
    return "?";
}

bool qc_crash_note(int descriptor, const qc_call_place *place, int signal) {
    const char *fields[] = {place->plugin, place->version, place->phase, place->command,
                            place->inputs, name_of(signal)};
    for (size_t index = 0; index < sizeof fields / sizeof fields[0]; index++) {
        const char *field = fields[index] != NULL ? fields[index] : "";
        if (!write_all(descriptor, field, strlen(field) + 1)) return false;
    }
    return true;
}

static void print_line(const qc_call_place *place, int signal) {
    write_plain(STDERR_FILENO, "quickconnect: ");
    write_plain(STDERR_FILENO, name_of(signal));
    write_plain(STDERR_FILENO, " in plugin ");
    write_plain(STDERR_FILENO, place->plugin);
    write_plain(STDERR_FILENO, " ");
    write_plain(STDERR_FILENO, place->version);
    write_plain(STDERR_FILENO, ", ");
    write_plain(STDERR_FILENO, place->phase);
    if (place->command != NULL) {
        write_plain(STDERR_FILENO, " ");
        write_plain(STDERR_FILENO, place->command);
    }
    write_plain(STDERR_FILENO, "; it is not used again until it changes, or until: qc plugin enable ");
    write_plain(STDERR_FILENO, place->plugin);
    write_all(STDERR_FILENO, "\n", 1);
}

static void handle(int signal, siginfo_t *info, void *context) {
    (void)context;
    int saved = errno;
    const qc_call_place *place = qc_thread_place;
    // The note of the first crash stands; a second thread that crashes meanwhile must not write into it.
    int descriptor = atomic_exchange(&note_descriptor, -1);
    if (place != NULL && descriptor >= 0) {
        qc_crash_note(descriptor, place, signal);
        print_line(place, signal);
    }
    qc_crash_uninstall();
    errno = saved;
    // A fault happens again on return, now under the earlier handler. A signal that was sent does not, so it is sent again.
    if (info == NULL || info->si_code <= 0 || signal == SIGABRT || signal == SIGTRAP) raise(signal);
}

/// Where the handler runs after this thread's stack has overflowed, unless the thread has such a place already.
static bool prepare_stack(void) {
    static char memory[64 * 1024];
    stack_t present;
    if (sigaltstack(NULL, &present) != 0) return false;
    if ((present.ss_flags & SS_DISABLE) == 0) return true;
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory, .ss_flags = 0};
    return sigaltstack(&stack, NULL) == 0;
}

bool qc_crash_install(int descriptor) {
    if (!prepare_stack()) return false;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    atomic_store(&note_descriptor, descriptor);
    for (int index = 0; index < signal_count; index++) {
        if (sigaction(signals[index], &action, &before[index]) != 0) return false;
    }
    return true;
}

void qc_crash_uninstall(void) {
    atomic_store(&note_descriptor, -1);
    for (int index = 0; index < signal_count; index++) sigaction(signals[index], &before[index], NULL);
}
