/// Counts the allocations of the process that links this, by standing in for malloc and its sisters.

#ifndef QUICKCONNECT_CALLOCATIONS_H
#define QUICKCONNECT_CALLOCATIONS_H

#include <stdint.h>

/// How often memory was asked for so far, by any thread.
uint64_t qc_allocations(void);

#endif
