/// simdjson, as C: it parses JSON into the values of the plugin ABI. Swift cannot call simdjson itself, which is C++
/// templates and inline functions behind a shared library.
///
/// A parser is used by one thread at a time. No exception leaves these functions.

#ifndef QUICKCONNECT_CSIMDJSON_H
#define QUICKCONNECT_CSIMDJSON_H

#include "quickconnect/plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A `simdjson::dom::parser`, the memory of its input, and the values of its last document.
typedef struct qc_json_parser qc_json_parser;

/// How a parse ended. Anything but `QC_JSON_OK` says that something is wrong, not always what came first.
typedef uint32_t qc_json_status;
enum {
    QC_JSON_OK = 0,
    QC_JSON_WRONG = 1,
    QC_JSON_NO_MEMORY = 2,
};

/// The bytes beyond a document that must be readable; what they hold does not matter (`SIMDJSON_PADDING`).
#define QC_JSON_PADDING 64

/// Makes a parser for documents with at most `depth` arrays and objects inside one another; NULL if there is no memory.
qc_json_parser *qc_json_parser_new(uint32_t depth);

void qc_json_parser_free(qc_json_parser *parser);

/// Room for `bytes` bytes and the padding, for the caller to fill. It lives until the next call for this parser that
/// reserves or trims; what it held before is lost if it had to grow. NULL if there is no memory.
uint8_t *qc_json_parser_reserve(qc_json_parser *parser, size_t bytes);

/// Parses `length` bytes of UTF-8, followed by `QC_JSON_PADDING` readable ones (`simdjson::dom::parser::parse`).
///
/// The values live until the next parse or trim; their strings are copies and do not point into `bytes`. Keys appear once
/// in each object, at their first place with their last value. Integers past 64 bits are wrong to simdjson 3.
qc_json_status qc_json_parse(qc_json_parser *parser, const uint8_t *bytes, size_t length);

/// Where the document's value is after a successful parse. It stays in its place as long as the parser lives.
const qc_value *qc_json_parser_root(const qc_json_parser *parser);

/// Releases buffers that a document of more than `bytes` bytes made grow.
void qc_json_parser_trim(qc_json_parser *parser, size_t bytes);

/// The bytes that `qc_json_write_double` may write.
#define QC_JSON_DOUBLE_BYTES 32

/// Writes the fewest digits that read back as `number`, which is finite, always with a point or an exponent: 1.0, 0.0001,
/// 1e-05, 1e+16. Returns how many bytes it wrote. (`std::to_chars`; Swift's `description` may allocate.)
size_t qc_json_write_double(double number, char *out);

#ifdef __cplusplus
}
#endif

#endif
