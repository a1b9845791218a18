// Compiles the public headers as C, and holds their layout: the ABI cannot change without this file failing.

#include "quickconnect/plugin.h"
#include "quickconnect/values.h"

_Static_assert(sizeof(void *) == 8, "version 1 of the ABI is for machines with 64-bit pointers");
_Static_assert(sizeof(qc_abi) == 16, "qc_abi is passed by value and never grows");
_Static_assert(sizeof(qc_value) == 16, "values are 16 bytes");
_Static_assert(sizeof(qc_member) == 32, "members are two values");
