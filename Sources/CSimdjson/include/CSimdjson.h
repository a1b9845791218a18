/// simdjson, as C: it parses JSON into the values of the plugin ABI.

#ifndef QUICKCONNECT_CSIMDJSON_H
#define QUICKCONNECT_CSIMDJSON_H

#include "quickconnect/plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __cplusplus
}
#endif

#endif
