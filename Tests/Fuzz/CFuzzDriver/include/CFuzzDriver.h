/// libFuzzer's driver, as the main function that SwiftPM looks for.

#ifndef QUICKCONNECT_CFUZZDRIVER_H
#define QUICKCONNECT_CFUZZDRIVER_H

/// SwiftPM takes the function of this name for the program's `main`; libFuzzer's own would not be found.
int MessageFuzz_main(int argc, char **argv);

#endif
