/// What Linux and the C library offer and Swift cannot import: thread-local variables, variadic functions, macros.

#ifndef QUICKCONNECT_CLINUX_H
#define QUICKCONNECT_CLINUX_H

#include "crash.h"
#include "loaded.h"
#include "threads.h"

#endif
