#include <charconv>
#include <cstring>

#include "CSimdjson.h"

namespace {

/// Writes `digits`, of which there are `count`, with a point before the digit at `point` (which may lie outside them).
size_t write_plain(const char *digits, int count, int point, char *out) noexcept {
    char *start = out;
    if (point <= 0) {
        *out++ = '0';
        *out++ = '.';
        for (; point < 0; point++) *out++ = '0';
        std::memcpy(out, digits, size_t(count));
        return size_t(out + count - start);
    }
    for (int index = 0; index < point || index < count; index++) {
        if (index == point) *out++ = '.';
        *out++ = index < count ? digits[index] : '0';
    }
    if (point >= count) {
        *out++ = '.';
        *out++ = '0';
    }
    return size_t(out - start);
}

}  // namespace

size_t qc_json_write_double(double number, char *out) {
    char text[QC_JSON_DOUBLE_BYTES];
    auto result = std::to_chars(text, text + sizeof text, number, std::chars_format::scientific);
    size_t length = size_t(result.ptr - text);
    const char *mark = static_cast<const char *>(std::memchr(text, 'e', length));
    int exponent = 0;
    std::from_chars(mark + (mark[1] == '+' ? 2 : 1), result.ptr, exponent);
    if (exponent < -4 || exponent >= 16) {
        std::memcpy(out, text, length);
        return length;
    }
    size_t sign = text[0] == '-';
    out[0] = '-';
    char digits[QC_JSON_DOUBLE_BYTES];
    int count = 0;
    for (const char *next = text + sign; next < mark; next++) {
        if (*next != '.') digits[count++] = *next;
    }
    return sign + write_plain(digits, count, exponent + 1, out + sign);
}
