/// What there is to know of a machine.
///
/// Each function writes text of at most `size` bytes, its NUL included, to `text`, and returns whether the machine told:
/// a file that is missing, unreadable or longer than it should be is no error. The text is as the machine gave it, and may
/// be in any encoding. Any thread.

#ifndef DEVICE_INFO_FACTS_H
#define DEVICE_INFO_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Enough for every fact; a longer one counts as not told.
#define FACT_SIZE 256

/// The host name, by `gethostname`.
bool fact_name(char *text, size_t size);

/// The product's name from the firmware (DMI, or the device tree), else the architecture.
bool fact_model(char *text, size_t size);

/// The value of `key` in os-release, with its quotes undone.
/// <https://www.freedesktop.org/software/systemd/man/252/os-release.html>
bool fact_release(const char *key, char *text, size_t size);

/// The locale for messages, without its encoding: `de_DE` of `de_DE.UTF-8`. `C` if none is set.
bool fact_locale(char *text, size_t size);

/// The time zone: what `TZ` says, else what `/etc/localtime` points to, else what `/etc/timezone` says.
bool fact_time_zone(char *text, size_t size);

/// The kernel's release and the machine's architecture, by `uname`.
bool fact_kernel(char *text, size_t size);
bool fact_architecture(char *text, size_t size);

/// Processors that are online; 0 if unknown.
int64_t fact_processors(void);

/// Bytes of memory; 0 if unknown.
int64_t fact_memory(void);

#endif
