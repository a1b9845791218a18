/// Which shared libraries this process has loaded.

#ifndef QUICKCONNECT_LOADED_H
#define QUICKCONNECT_LOADED_H

#include <stddef.h>

/// Hands `visit` the file and the SONAME of every shared library of this process that has a SONAME, until it returns
/// non-zero. Both strings live for the length of the visit. `visit` must not load or open a library: the dynamic
/// linker's lock is held. In C, since a SONAME lies behind pointers that only the dynamic linker's macros describe.
void qc_visit_loaded(int (*visit)(void *context, const char *file, const char *soname), void *context);

#endif
