// A library that is no plugin: it exports data, a hidden function and others of another name.

int qc_plugin_entry_;
__attribute__((visibility("hidden"))) const void *qc_plugin_entry(void);
const void *qc_plugin_entry(void) { return 0; }
const void *other(void);
const void *other(void) { return qc_plugin_entry(); }
