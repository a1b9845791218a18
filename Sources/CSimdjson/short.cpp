// Short texts of the kinds that most messages are, read without simdjson: an integer, and an array of plain ASCII strings,
// integers and literals. What is anything else, or wrong, is left to simdjson, which decides alone.

#include <cstring>

#include "parser.hpp"

namespace {

constexpr size_t longest = 256;
constexpr uint32_t most_elements = 16;

/// True of the bytes that stand for themselves in a string: printable ASCII without quote and backslash.
inline bool is_plain(uint8_t byte) noexcept {
    return static_cast<uint8_t>(byte - 0x20) < 0x5F && byte != '"' && byte != '\\';
}

/// Reads an array's elements, one after the other. Every function returns null where simdjson must decide.
struct ShortReader {
    const uint8_t *end;
    qc_value *value;
    char *strings;

    const uint8_t *read(const uint8_t *at) noexcept {
        switch (*at) {
        case '"':
            return read_string(at + 1);
        case 't':
            return read_literal(at, "true", 4, QC_BOOLEAN, 1);
        case 'f':
            return read_literal(at, "false", 5, QC_BOOLEAN, 0);
        case 'n':
            return read_literal(at, "null", 4, QC_NULL, 0);
        default:
            return read_integer(at);
        }
    }

    /// Byte by byte: wide loads would wait for bytes that the URL decoder has only just stored.
    const uint8_t *read_string(const uint8_t *at) noexcept {
        char *start = strings;
        while (at < end && is_plain(*at)) *strings++ = static_cast<char>(*at++);
        if (at >= end || *at != '"') return nullptr;
        *strings++ = 0;
        value->kind = QC_STRING;
        value->length = static_cast<uint32_t>(strings - start - 1);
        value->as.string = start;
        return at + 1;
    }

    const uint8_t *read_literal(
        const uint8_t *at, const char *text, size_t length, qc_kind kind, uint64_t bits) noexcept {
        if (static_cast<size_t>(end - at) < length || std::memcmp(at, text, length) != 0) return nullptr;
        value->kind = kind;
        value->length = 0;
        value->as.bits = bits;
        return at + length;
    }

    /// At most 18 digits, so that nothing overflows. What follows them is the caller's to check.
    const uint8_t *read_integer(const uint8_t *at) noexcept {
        bool is_negative = *at == '-';
        at += is_negative;
        const uint8_t *first = at;
        int64_t integer = 0;
        while (at < end && static_cast<uint8_t>(*at - '0') < 10) integer = 10 * integer + (*at++ - '0');
        size_t digits = static_cast<size_t>(at - first);
        if (digits == 0 || digits > 18 || (*first == '0' && digits > 1)) return nullptr;
        value->kind = QC_INTEGER;
        value->length = 0;
        value->as.integer = is_negative ? -integer : integer;
        return at;
    }
};

}  // namespace

bool qc_json_parser::parse_short(const uint8_t *bytes, size_t length) noexcept {
    if (length == 0 || length > longest) return false;
    if (bytes[0] != '[') {
        ShortReader reader{bytes + length, &root, nullptr};
        bool is_number = bytes[0] == '-' || static_cast<uint8_t>(bytes[0] - '0') < 10;
        return is_number && length <= 19 && reader.read_integer(bytes) == bytes + length;
    }
    // The elements, and behind them the strings, none of which is longer than its text.
    constexpr size_t words = most_elements + (longest + sizeof(qc_value)) / sizeof(qc_value);
    if (depth == 0 || ((values == nullptr || value_capacity < words) && !prepare(words))) return false;
    ShortReader reader{bytes + length, values, reinterpret_cast<char *>(values + most_elements)};
    const uint8_t *at = bytes + 1;
    uint32_t count = 0;
    while (count < most_elements && at < reader.end) {
        at = reader.read(at);
        if (at == nullptr || at >= reader.end) return false;
        reader.value++;
        count++;
        if (*at == ']') {
            root.kind = QC_ARRAY;
            root.length = count;
            root.as.elements = values;
            return at + 1 == reader.end;
        }
        if (*at++ != ',') return false;
    }
    return false;
}
