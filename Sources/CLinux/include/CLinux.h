/// What Linux and the C library offer and Swift cannot import: thread-local variables, variadic functions, macros.

#ifndef QUICKCONNECT_CLINUX_H
#define QUICKCONNECT_CLINUX_H

#include "threads.h"

#endif
