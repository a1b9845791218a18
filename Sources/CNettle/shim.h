// Debian's libnettle. Swift imports its SHA-256 as it is: no shim is needed.
#include <nettle/sha2.h>
