/// The journal's client of Debian's libsystemd. Nothing of it needs a shim: `sd_journal_sendv` is called as the function
/// that it is, without the macro of its name, which would add this library's source files to every entry.

#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-journal.h>
