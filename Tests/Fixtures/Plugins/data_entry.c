// A library whose entry is no function.

int qc_plugin_entry = 1;
