#include "parser.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

namespace {

constexpr size_t smallest_capacity = 1024;

size_t round_up(size_t bytes) noexcept {
    size_t rounded = smallest_capacity;
    while (rounded < bytes) rounded *= 2;
    return rounded;
}

/// True if `\u` and four hexadecimal digits stand at `text`, for a number from D800 to DFFF; `low` says which half.
bool is_surrogate(const uint8_t *text, bool &low) noexcept {
    if (text[0] != '\\' || text[1] != 'u' || (text[2] | 0x20) != 'd' || text[3] < '8') return false;
    low = (text[3] | 0x20) >= 'c';
    return true;
}

/// True if a low surrogate in valid JSON does not follow a high one: simdjson 3.0 takes those.
///
/// Reads up to six bytes past the end, which the padding allows; a backslash in valid JSON is never the last byte.
bool has_lone_low_surrogate(const uint8_t *text, size_t length) noexcept {
    const uint8_t *end = text + length;
    while ((text = static_cast<const uint8_t *>(std::memchr(text, '\\', static_cast<size_t>(end - text))))) {
        bool low = false;
        if (!is_surrogate(text, low)) {
            text += 2;
        } else if (low) {
            return true;
        } else {
            text += 12;
        }
        if (text >= end) return false;
    }
    return false;
}

}  // namespace

qc_json_parser::~qc_json_parser() {
    std::free(input);
    std::free(values);
    std::free(parents);
}

uint8_t *qc_json_parser::reserve(size_t bytes) noexcept {
    if (bytes <= input_capacity && input != nullptr) return input;
    size_t wanted = round_up(bytes);
    std::free(input);
    input = static_cast<uint8_t *>(std::malloc(wanted + QC_JSON_PADDING));
    input_capacity = input != nullptr ? wanted : 0;
    return input;
}

bool qc_json_parser::grow(size_t length) noexcept {
    size_t wanted = round_up(length);
    if (wanted > simdjson::SIMDJSON_MAXSIZE_BYTES) wanted = simdjson::SIMDJSON_MAXSIZE_BYTES;
    capacity = 0;
    // simdjson counts the document itself as a level, and needs one to spare.
    if (parser.allocate(wanted, size_t(depth) + 2) || document.allocate(wanted)) return false;
    capacity = wanted;
    return true;
}

qc_json_status qc_json_parser::parse(const uint8_t *bytes, size_t length) noexcept {
    if (simdjson_unlikely(length > capacity) && !grow(length)) return QC_JSON_NO_MEMORY;
    auto error = parser.parse_into_document(document, bytes, length, false).error();
    if (simdjson_unlikely(error)) return error == simdjson::MEMALLOC ? QC_JSON_NO_MEMORY : QC_JSON_WRONG;
    if (simdjson_unlikely(has_lone_low_surrogate(bytes, length))) return QC_JSON_WRONG;
    return convert();
}

void qc_json_parser::trim(size_t bytes) noexcept {
    if (input_capacity > bytes) {
        std::free(input);
        input = nullptr;
        input_capacity = 0;
    }
    if (capacity > bytes) {
        capacity = 0;
        (void)document.allocate(0);
        parser = simdjson::dom::parser();
        std::free(values);
        values = nullptr;
        value_capacity = 0;
        keys.trim();
    }
}

qc_json_parser *qc_json_parser_new(uint32_t depth) {
    return new (std::nothrow) qc_json_parser(depth);
}

void qc_json_parser_free(qc_json_parser *parser) {
    delete parser;
}

uint8_t *qc_json_parser_reserve(qc_json_parser *parser, size_t bytes) {
    return parser->reserve(bytes);
}

qc_json_status qc_json_parse(qc_json_parser *parser, const uint8_t *bytes, size_t length) {
    return parser->parse(bytes, length);
}

const qc_value *qc_json_parser_root(const qc_json_parser *parser) {
    return &parser->root;
}

void qc_json_parser_trim(qc_json_parser *parser, size_t bytes) {
    parser->trim(bytes);
}
