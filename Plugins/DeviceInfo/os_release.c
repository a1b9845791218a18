#include <string.h>

#include "facts.h"
#include "text_file.h"

// Tests name a file of their own.
#ifndef OS_RELEASE
#define OS_RELEASE "/etc/os-release"
#endif

/// Undoes the quotes of a value as a shell would: '…' as it is; "…" with \ before " $ ` \; bare with \ before anything.
/// The value ends where its line or its quotes end.
static bool unquote(const char *value, char *text, size_t size) {
    char quote = *value == '"' || *value == '\'' ? *value++ : '\0';
    size_t length = 0;
    for (; *value != '\0' && *value != '\n' && *value != quote; value++) {
        if (quote == '\0' && (*value == ' ' || *value == '\t')) break;
        if (*value == '\\' && quote != '\'' && value[1] != '\0' && (quote == '\0' || strchr("\"$`\\", value[1]) != NULL)) {
            value++;
        }
        if (length + 1 >= size) return false;
        text[length++] = *value;
    }
    text[length] = '\0';
    return length > 0;
}

/// The text behind `key` and `=` at the beginning of a line; NULL if there is none. As in a shell, the last one counts.
static const char *find(const char *content, const char *key) {
    const char *found = NULL;
    size_t length = strlen(key);
    for (const char *line = content; line != NULL; line = strchr(line, '\n')) {
        if (*line == '\n') line++;
        if (strncmp(line, key, length) == 0 && line[length] == '=') found = line + length + 1;
    }
    return found;
}

bool fact_release(const char *key, char *text, size_t size) {
    char content[8192];
    if (!read_text(OS_RELEASE, content, sizeof content)
        && !read_text("/usr/lib/os-release", content, sizeof content)) return false;
    const char *value = find(content, key);
    return value != NULL && unquote(value, text, size);
}
