#define _POSIX_C_SOURCE 200809L

#include "text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

bool read_text(const char *path, char *text, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return false;
    size_t length = 0;
    ssize_t count = 1;
    while (count > 0 && length < size) {
        count = read(file, text + length, size - length);
        if (count > 0) length += (size_t)count;
        if (count < 0 && errno == EINTR) count = 1;
    }
    close(file);
    if (count < 0 || length >= size) return false;
    text[length] = '\0';
    return true;
}

bool read_line(const char *path, char *text, size_t size) {
    char content[1024];
    if (!read_text(path, content, sizeof content)) return false;
    const char *start = content + strspn(content, " \t");
    size_t length = strcspn(start, "\n");
    while (length > 0 && (start[length - 1] == ' ' || start[length - 1] == '\t')) length--;
    return copy_text(start, length, text, size);
}

bool copy_text(const char *source, size_t length, char *text, size_t size) {
    if (length == 0 || length >= size) return false;
    memcpy(text, source, length);
    text[length] = '\0';
    return true;
}

bool is_utf8(const char *text) {
    const uint8_t *byte = (const uint8_t *)text;
    while (*byte != 0) {
        uint32_t scalar = *byte++;
        if (scalar < 0x80) continue;
        int more = scalar >= 0xF0 ? 3 : scalar >= 0xE0 ? 2 : 1;
        if (scalar < 0xC2 || scalar > 0xF4) return false;
        scalar &= 0x3Fu >> more;
        for (int index = 0; index < more; index++, byte++) {
            if ((*byte & 0xC0) != 0x80) return false;
            scalar = scalar << 6 | (*byte & 0x3Fu);
        }
        static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
        if (scalar < least[more] || scalar > 0x10FFFF || (scalar >= 0xD800 && scalar <= 0xDFFF)) return false;
    }
    return true;
}
