/// Small text files, and texts that must fit.

#ifndef DEVICE_INFO_TEXT_FILE_H
#define DEVICE_INFO_TEXT_FILE_H

#include <stdbool.h>
#include <stddef.h>

/// Reads the file at `path` whole into `text` and ends it with a NUL. False if it cannot be read or does not fit.
bool read_text(const char *path, char *text, size_t size);

/// Reads the first line of the file at `path`, without blanks around it. False if it cannot be read or is empty.
bool read_line(const char *path, char *text, size_t size);

/// Copies `length` bytes of `source` to `text` and ends them with a NUL. False if there are none or they do not fit.
bool copy_text(const char *source, size_t length, char *text, size_t size);

/// True if `text` is UTF-8, as RFC 3629 has it: shortest forms, no surrogates, at most U+10FFFF.
bool is_utf8(const char *text);

#endif
