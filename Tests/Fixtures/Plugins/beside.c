// A library that lies beside a plugin.

#ifndef WHO
#define WHO "somebody"
#endif

const char *who(void);
const char *who(void) { return WHO; }
