// simdjson's tape, made into values. Its format: https://github.com/simdjson/simdjson/blob/master/doc/tape.md

#include <cstdlib>
#include <cstring>

#include "parser.hpp"

namespace {

constexpr uint64_t payload_mask = simdjson::internal::JSON_VALUE_MASK;
constexpr uint32_t count_mask = simdjson::internal::JSON_COUNT_MASK;

/// The index after the value at `index`.
size_t after(const uint64_t *tape, size_t index) noexcept {
    switch (tape[index] >> 56) {
    case '[':
    case '{':
        return static_cast<uint32_t>(tape[index]);
    case 'l':
    case 'u':
    case 'd':
        return index + 2;
    default:
        return index + 1;
    }
}

/// How many values the container at `index` holds, a member of an object counting as two.
///
/// The tape counts elements or members, but has no more than 24 bits for it.
uint32_t count_values(const uint64_t *tape, size_t index, bool is_object) noexcept {
    uint32_t count = static_cast<uint32_t>(tape[index] >> 32) & count_mask;
    if (simdjson_likely(count < count_mask)) return is_object ? 2 * count : count;
    size_t end = after(tape, index) - 1;
    count = 0;
    for (size_t child = index + 1; child < end; child = after(tape, child)) count++;
    return count;
}

inline qc_value make(qc_kind kind, uint64_t bits) noexcept {
    qc_value value;
    value.kind = kind;
    value.length = 0;
    value.as.bits = bits;
    return value;
}

}  // namespace

bool qc_json_parser::prepare(size_t words) noexcept {
    if (parents == nullptr) {
        parents = static_cast<qc_value **>(std::malloc((size_t(depth) + 1) * sizeof *parents));
        if (parents == nullptr) return false;
    }
    if (words <= value_capacity) return true;
    size_t wanted = 256;
    while (wanted < words) wanted *= 2;
    std::free(values);
    values = static_cast<qc_value *>(std::malloc(wanted * sizeof *values));
    value_capacity = values != nullptr ? wanted : 0;
    return values != nullptr;
}

/// Walks the tape once. A container's values lie side by side: room for them is taken when it opens, as many as the tape
/// says it has. A value takes at least one word of the tape, so as many values as words is enough.
qc_json_status qc_json_parser::convert() noexcept {
    const uint64_t *tape = document.tape.get();
    const char *strings = reinterpret_cast<const char *>(document.string_buf.get());
    size_t end = static_cast<size_t>(tape[0] & payload_mask) - 1;
    if (simdjson_unlikely(end > value_capacity || parents == nullptr) && !prepare(end)) return QC_JSON_NO_MEMORY;

    qc_value *next = &root;
    qc_value *unused = values;
    uint32_t level = 0;
    for (size_t index = 1; index < end; index++) {
        uint64_t word = tape[index];
        uint64_t payload = word & payload_mask;
        switch (word >> 56) {
        case '"': {
            const char *string = strings + payload;
            next->kind = QC_STRING;
            std::memcpy(&next->length, string, sizeof next->length);
            next->as.string = string + sizeof next->length;
            next++;
            break;
        }
        case 'l':
            *next++ = make(QC_INTEGER, tape[++index]);
            break;
        case 'u':
            *next++ = make(QC_UNSIGNED, tape[++index]);
            break;
        case 'd':
            *next++ = make(QC_DOUBLE, tape[++index]);
            break;
        case 't':
        case 'f':
            *next++ = make(QC_BOOLEAN, (word >> 56) == 't');
            break;
        case 'n':
            *next++ = make(QC_NULL, 0);
            break;
        case '[':
        case '{': {
            if (simdjson_unlikely(level == depth)) return QC_JSON_WRONG;
            bool is_object = (word >> 56) == '{';
            uint32_t count = count_values(tape, index, is_object);
            next->kind = is_object ? QC_OBJECT : QC_ARRAY;
            next->length = is_object ? count / 2 : count;
            next->as.elements = unused;
            parents[level++] = next + 1;
            next = unused;
            unused += count;
            break;
        }
        case '}': {
            next = parents[--level];
            qc_value &object = next[-1];
            qc_member *members = const_cast<qc_member *>(object.as.members);
            if (object.length > 1 && !keys.settle(members, object.length)) return QC_JSON_NO_MEMORY;
            break;
        }
        default:
            next = parents[--level];
            break;
        }
    }
    return QC_JSON_OK;
}
