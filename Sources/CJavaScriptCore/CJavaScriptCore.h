/// JavaScriptCore's C interface, whole, and nothing of GObject's.

#include <JavaScriptCore/JavaScript.h>
