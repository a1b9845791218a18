/// What Linux offers for files and Swift cannot import: system calls without a wrapper in the C library, and functions
/// with a variable list of parameters.

#ifndef QUICKCONNECT_CFILES_H
#define QUICKCONNECT_CFILES_H

#include <dirent.h>
#include <stdbool.h>

/// Opens the folder `path` below the folder `root` for reading, with no symbolic link anywhere on the way and no step
/// out of `root`: openat2(2), which Debian 12's C library does not wrap. `path` ends with a NUL. -1 with `errno` if it
/// fails; `ENOSYS` where the kernel lacks the call, `EPERM` where a sandbox forbids it.
int qc_files_open_folder_beneath(int root, const char *_Nonnull path);

/// openat(2), which is variadic. `O_CLOEXEC`, `O_NOFOLLOW` and `O_NOCTTY` are added to `flags`; a new file gets `mode`.
int qc_files_open(int folder, const char *_Nonnull name, int flags, unsigned mode);

/// renameat2(2) with `RENAME_NOREPLACE` unless `replace`: Swift sees the call only where `_GNU_SOURCE` is defined.
int qc_files_rename(int from, const char *_Nonnull name, int to, const char *_Nonnull new_name, bool replace);

/// The name in an entry, which Swift would copy as 256 numbers. It lives as long as the entry.
static inline const char *_Nonnull qc_files_name(const struct dirent *_Nonnull entry) { return entry->d_name; }

#endif
