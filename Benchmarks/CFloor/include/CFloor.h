/// What a request would cost in straight-line C++: the same decoding, parse, look-up and one indirect call, with nothing
/// around them. The least that any framework can be measured against.

#ifndef QUICKCONNECT_CFLOOR_H
#define QUICKCONNECT_CFLOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Adds `count` commands that nobody calls, so that the table is as large as the framework's.
void qc_floor_fill(size_t count);

/// Serves one message in URL form. False if it is wrong.
bool qc_floor_serve(const char *_Nonnull url, size_t length);

/// What the commands have added up, so that no call is optimised away.
int64_t qc_floor_sum(void);

#ifdef __cplusplus
}
#endif

#endif
