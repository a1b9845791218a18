// The parser behind the C face.

#ifndef QUICKCONNECT_PARSER_HPP
#define QUICKCONNECT_PARSER_HPP

#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include "CSimdjson.h"
#include "keys.hpp"

static_assert(QC_JSON_PADDING == simdjson::SIMDJSON_PADDING, "the padding that simdjson asks for");

/// What one parser owns. Buffers grow in powers of two and are kept from one document to the next.
struct qc_json_parser {
    explicit qc_json_parser(uint32_t depth) noexcept : depth(depth) {}
    ~qc_json_parser();
    qc_json_parser(const qc_json_parser &) = delete;
    qc_json_parser &operator=(const qc_json_parser &) = delete;

    uint8_t *reserve(size_t bytes) noexcept;
    qc_json_status parse(const uint8_t *bytes, size_t length) noexcept;
    void trim(size_t bytes) noexcept;

    /// The document's value.
    qc_value root{};

  private:
    const uint32_t depth;
    simdjson::dom::parser parser{};
    simdjson::dom::document document{};
    /// The longest document for which `parser` and `document` have room.
    size_t capacity = 0;
    uint8_t *input = nullptr;
    size_t input_capacity = 0;
    /// Elements and members of all arrays and objects of the document.
    qc_value *values = nullptr;
    size_t value_capacity = 0;
    /// For each open container, where its next sibling goes.
    qc_value **parents = nullptr;
    quickconnect::KeySettler keys{};

    bool grow(size_t length) noexcept;
    bool prepare(size_t words) noexcept;
    qc_json_status convert() noexcept;
    qc_json_status parse_document(const uint8_t *bytes, size_t length) noexcept;
    bool parse_short(const uint8_t *bytes, size_t length) noexcept;
    qc_json_status parse_number(const uint8_t *bytes, size_t length) noexcept;
};

#endif
