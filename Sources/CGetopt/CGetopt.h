/// The C library's `getopt_long`. Where it stands and what it found are global variables, which Swift 6 does not let code
/// touch; these functions do, for a program that parses its arguments on one thread.

#ifndef QUICKCONNECT_CGETOPT_H
#define QUICKCONNECT_CGETOPT_H

#include <getopt.h>

/// The index of the next word, `optind`.
static inline int qc_getopt_index(void) { return optind; }

/// Goes on with another word; 0 begins anew.
static inline void qc_getopt_set_index(int index) { optind = index; }

/// The argument of the option found last, `optarg`; NULL if it takes none.
static inline const char *qc_getopt_argument(void) { return optarg; }

#endif
