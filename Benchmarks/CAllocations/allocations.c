#include "CAllocations.h"

#include <stddef.h>

// glibc's own, under the names by which those that replace malloc reach them.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static uint64_t count;

static void note(void) {
    __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
}

uint64_t qc_allocations(void) {
    return __atomic_load_n(&count, __ATOMIC_RELAXED);
}

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
    note();
    return __libc_calloc(items, size);
}

void *realloc(void *memory, size_t size) {
    note();
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    note();
    *memory = __libc_memalign(alignment, size);
    return *memory == NULL ? 12 : 0;
}

void free(void *memory) {
    __libc_free(memory);
}
