#define _GNU_SOURCE
#include "loaded.h"

#include <link.h>
#include <stdbool.h>

struct visitor {
    int (*visit)(void *context, const char *file, const char *soname);
    void *context;
};

static const ElfW(Dyn) *dynamic_section(const struct dl_phdr_info *info) {
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[index];
        if (header->p_type == PT_DYNAMIC) return (const ElfW(Dyn) *)(info->dlpi_addr + header->p_vaddr);
    }
    return NULL;
}

static int visit_one(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    const struct visitor *visitor = context;
    const ElfW(Dyn) *entry = dynamic_section(info);
    if (entry == NULL || info->dlpi_name == NULL || info->dlpi_name[0] == '\0') return 0;
    ElfW(Addr) strings = 0;
    ElfW(Xword) soname = 0;
    bool has_soname = false;
    for (; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_STRTAB) strings = entry->d_un.d_ptr;
        if (entry->d_tag == DT_SONAME) soname = entry->d_un.d_val, has_soname = true;
    }
    if (!has_soname || strings == 0) return 0;
    // glibc relocates the pointers of a library's dynamic section in place, except where that section is read-only.
    if (strings < info->dlpi_addr) strings += info->dlpi_addr;
    return visitor->visit(visitor->context, info->dlpi_name, (const char *)(strings + soname));
}

void qc_visit_loaded(int (*visit)(void *context, const char *file, const char *soname), void *context) {
    struct visitor visitor = {visit, context};
    dl_iterate_phdr(visit_one, &visitor);
}
