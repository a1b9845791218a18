/// Conveniences for plugins in C: making and reading values. Nothing here is part of the ABI.

#ifndef QUICKCONNECT_VALUES_H
#define QUICKCONNECT_VALUES_H

#include <string.h>

#include "plugin.h"

static inline qc_value qc_null(void) {
    qc_value value = {QC_NULL, 0, {.bits = 0}};
    return value;
}

static inline qc_value qc_boolean(bool boolean) {
    qc_value value = {QC_BOOLEAN, 0, {.bits = 0}};
    value.as.boolean = boolean;
    return value;
}

static inline qc_value qc_integer(int64_t integer) {
    qc_value value = {QC_INTEGER, 0, {.integer = integer}};
    return value;
}

static inline qc_value qc_number(double number) {
    qc_value value = {QC_DOUBLE, 0, {.number = number}};
    return value;
}

/// A string value over bytes that the caller keeps: `length` bytes of UTF-8 followed by a NUL.
static inline qc_value qc_string(const char *string, uint32_t length) {
    qc_value value = {QC_STRING, length, {.string = string}};
    return value;
}

/// A string value over a NUL-terminated string that the caller keeps.
static inline qc_value qc_text(const char *text) {
    return qc_string(text, (uint32_t)strlen(text));
}

static inline qc_value qc_array(const qc_value *elements, uint32_t length) {
    qc_value value = {QC_ARRAY, length, {.elements = elements}};
    return value;
}

static inline qc_value qc_object(const qc_member *members, uint32_t length) {
    qc_value value = {QC_OBJECT, length, {.members = members}};
    return value;
}

/// A string value with a copy of `text` in the request's arena; `QC_ABSENT` if the arena is full.
static inline qc_value qc_copy_text(const qc_request *request, const char *text) {
    size_t length = strlen(text);
    char *copy = length < UINT32_MAX ? (char *)request->calls->allocate(request, length + 1) : NULL;
    if (copy == NULL) {
        qc_value absent = {QC_ABSENT, 0, {.bits = 0}};
        return absent;
    }
    memcpy(copy, text, length + 1);
    return qc_string(copy, (uint32_t)length);
}

/// The parameter at `index`, or NULL if the caller gave fewer.
static inline const qc_value *qc_parameter(const qc_request *request, uint32_t index) {
    return index < request->parameter_count ? &request->parameters[index] : NULL;
}

/// The value of the member `key` of `object`; NULL if there is none or `object` is no object.
static inline const qc_value *qc_member_value(const qc_value *object, const char *key) {
    if (object == NULL || object->kind != QC_OBJECT) return NULL;
    size_t length = strlen(key);
    for (uint32_t index = 0; index < object->length; index++) {
        const qc_member *member = &object->as.members[index];
        if (member->key.length == length && memcmp(member->key.as.string, key, length) == 0) return &member->value;
    }
    return NULL;
}

#endif
