#define _POSIX_C_SOURCE 200809L

#include "facts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "text_file.h"

/// The value of an environment variable; NULL if it is not set or empty, which means the same.
static const char *setting(const char *name) {
    const char *value = getenv(name);
    return value != NULL && *value != '\0' ? value : NULL;
}

bool fact_name(char *text, size_t size) {
    char name[FACT_SIZE];
    if (gethostname(name, sizeof name) != 0) return false;
    // POSIX leaves open whether a cut name ends in a NUL.
    name[sizeof name - 1] = '\0';
    return copy_text(name, strlen(name), text, size);
}

bool fact_model(char *text, size_t size) {
    return read_line("/sys/class/dmi/id/product_name", text, size)
        || read_line("/proc/device-tree/model", text, size)
        || fact_architecture(text, size);
}

bool fact_locale(char *text, size_t size) {
    const char *locale = setting("LC_ALL");
    if (locale == NULL) locale = setting("LC_MESSAGES");
    if (locale == NULL) locale = setting("LANG");
    if (locale == NULL) locale = "C";
    // language_TERRITORY.encoding@modifier
    const char *encoding = strchr(locale, '.');
    if (encoding == NULL) return copy_text(locale, strlen(locale), text, size);
    const char *modifier = strchr(encoding, '@');
    size_t head = (size_t)(encoding - locale);
    size_t tail = modifier == NULL ? 0 : strlen(modifier);
    if (!copy_text(locale, head, text, size) || head + tail >= size) return false;
    if (modifier != NULL) memcpy(text + head, modifier, tail + 1);
    return true;
}

/// The name of a zone from the path of its file, whose end is not counted if it is no such path.
static bool zone_of_path(const char *path, char *text, size_t size) {
    static const char folder[] = "/zoneinfo/";
    const char *zone = strstr(path, folder);
    if (zone == NULL) return false;
    zone += strlen(folder);
    if (strncmp(zone, "posix/", 6) == 0 || strncmp(zone, "right/", 6) == 0) zone += 6;
    return copy_text(zone, strlen(zone), text, size);
}

bool fact_time_zone(char *text, size_t size) {
    const char *zone = setting("TZ");
    if (zone != NULL) {
        // ":" says that a file's name follows, which is what is taken first anyway.
        if (*zone == ':') zone++;
        return zone_of_path(zone, text, size) || copy_text(zone, strlen(zone), text, size);
    }
    char path[1024];
    ssize_t length = readlink("/etc/localtime", path, sizeof path - 1);
    if (length > 0) {
        path[length] = '\0';
        if (zone_of_path(path, text, size)) return true;
    }
    return read_line("/etc/timezone", text, size);
}

bool fact_kernel(char *text, size_t size) {
    struct utsname system;
    return uname(&system) == 0 && copy_text(system.release, strlen(system.release), text, size);
}

bool fact_architecture(char *text, size_t size) {
    struct utsname system;
    return uname(&system) == 0 && copy_text(system.machine, strlen(system.machine), text, size);
}

int64_t fact_processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? count : 0;
}

int64_t fact_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES);
    long page_size = sysconf(_SC_PAGESIZE);
    return pages > 0 && page_size > 0 ? (int64_t)pages * page_size : 0;
}
