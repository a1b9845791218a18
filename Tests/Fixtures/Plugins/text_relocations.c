// A library whose code holds an address: it would be rewritten while it loads.

extern int elsewhere;
int *address(void);
int *address(void) { return &elsewhere; }
