#define _GNU_SOURCE
#include "CFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int qc_files_open_folder_beneath(int root, const char *path) {
    struct open_how how = {
        .flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
    };
    long descriptor;
    do {
        descriptor = syscall(SYS_openat2, root, path, &how, sizeof how);
    } while (descriptor < 0 && errno == EINTR);
    return (int)descriptor;
}

int qc_files_open(int folder, const char *name, int flags, unsigned mode) {
    int descriptor;
    do {
        descriptor = openat(folder, name, flags | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, mode);
    } while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

int qc_files_rename(int from, const char *name, int to, const char *new_name, bool replace) {
    return renameat2(from, name, to, new_name, replace ? 0 : RENAME_NOREPLACE);
}
