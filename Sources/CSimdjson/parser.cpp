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

/// Documents of no more bytes than this that are numbers take a way of their own.
constexpr size_t longest_number = 64;

bool begins_number(uint8_t byte) noexcept {
    return byte == '-' || (byte >= '0' && byte <= '9');
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
    if (parse_short(bytes, length)) return QC_JSON_OK;
    bool is_number = length > 0 && length <= longest_number && begins_number(bytes[0]);
    return is_number ? parse_number(bytes, length) : parse_document(bytes, length);
}

/// Parses a number that is the whole document. simdjson would allocate for each of these; it does not for a number in an
/// array.
qc_json_status qc_json_parser::parse_number(const uint8_t *bytes, size_t length) noexcept {
    if (depth == 0) return parse_document(bytes, length);
    uint8_t array[longest_number + 2 + QC_JSON_PADDING] = {'['};
    std::memcpy(array + 1, bytes, length);
    array[length + 1] = ']';
    qc_json_status status = parse_document(array, length + 2);
    if (status != QC_JSON_OK) return status;
    if (root.kind != QC_ARRAY || root.length != 1) return QC_JSON_WRONG;
    root = root.as.elements[0];
    return QC_JSON_OK;
}

qc_json_status qc_json_parser::parse_document(const uint8_t *bytes, size_t length) noexcept {
    if (simdjson_unlikely(length > capacity) && !grow(length)) return QC_JSON_NO_MEMORY;
    auto error = parser.parse_into_document(document, bytes, length, false).error();
    if (simdjson_unlikely(error)) return error == simdjson::MEMALLOC ? QC_JSON_NO_MEMORY : QC_JSON_WRONG;
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
