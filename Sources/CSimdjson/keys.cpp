#include "keys.hpp"

#include <sys/random.h>

namespace quickconnect {

namespace {

uint64_t load(const char *bytes, size_t count) noexcept {
    uint64_t word = 0;
    std::memcpy(&word, bytes, count);
    return word;
}

/// The first bytes and the length of a key: if two differ, so do their keys.
///
/// It reads eight bytes wherever the key ends, since simdjson's string buffer goes on beyond its last string.
inline uint64_t sign(const qc_value &key) noexcept {
    uint64_t head = load(key.as.string, 8);
    uint64_t mask = key.length >= 8 ? ~UINT64_C(0) : (UINT64_C(1) << (8 * key.length)) - 1;
    return (head & mask) ^ (static_cast<uint64_t>(key.length) << 56);
}

inline bool equal(const qc_value &one, const qc_value &other) noexcept {
    return one.length == other.length && std::memcmp(one.as.string, other.as.string, one.length) == 0;
}

inline uint64_t fold(uint64_t one, uint64_t other) noexcept {
    unsigned __int128 product = static_cast<unsigned __int128>(one) * other;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

/// A random number, drawn once in a process.
uint64_t seed() noexcept {
    static const uint64_t drawn = [] {
        uint64_t bits = 0;
        if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) != sizeof bits) {
            bits = reinterpret_cast<uintptr_t>(&bits) ^ UINT64_C(0x9E3779B97F4A7C15);
        }
        return bits;
    }();
    return drawn;
}

/// A hash of all bytes of a key, by folded multiplication.
uint64_t hash(const qc_value &key, uint64_t seed) noexcept {
    const char *bytes = key.as.string;
    size_t left = key.length;
    uint64_t state = seed ^ left;
    for (; left > 8; bytes += 8, left -= 8) {
        state = fold(state ^ load(bytes, 8), UINT64_C(0x9E3779B97F4A7C15) ^ (seed >> 1));
    }
    return fold(state ^ load(bytes, left), UINT64_C(0xD6E8FEB86659FD93) ^ (seed << 1));
}

/// Gives the member at `first` the value of the one at `index`, unless it is new: then it moves up to `kept`.
inline void place(qc_member *members, uint32_t index, uint32_t first, uint32_t &kept) noexcept {
    if (first < kept) {
        members[first].value = members[index].value;
    } else {
        if (kept != index) members[kept] = members[index];
        kept++;
    }
}

}  // namespace

bool KeySettler::settle(qc_member *members, uint32_t &count) noexcept {
    if (count <= few) return settle_few(members, count);
    if (count <= some) return settle_some(members, count);
    return settle_many(members, count);
}

void KeySettler::trim() noexcept {
    std::free(slots);
    slots = nullptr;
    slot_count = 0;
}

bool KeySettler::settle_few(qc_member *members, uint32_t &count) noexcept {
    uint64_t signs[few];
    uint64_t seen = 0;
    uint64_t again = 0;
    for (uint32_t index = 0; index < count; index++) {
        signs[index] = sign(members[index].key);
        uint64_t bit = UINT64_C(1) << ((signs[index] * UINT64_C(0x9E3779B97F4A7C15)) >> 58);
        again |= seen & bit;
        seen |= bit;
    }
    // Keys that leave different marks differ; mostly, that settles it.
    if (again == 0) return true;
    uint32_t kept = 0;
    for (uint32_t index = 0; index < count; index++) {
        uint64_t own = signs[index];
        uint32_t first = 0;
        while (first < kept && (signs[first] != own || !equal(members[first].key, members[index].key))) first++;
        if (first == kept) signs[kept] = own;
        place(members, index, first, kept);
    }
    count = kept;
    return true;
}

bool KeySettler::settle_some(qc_member *members, uint32_t &count) noexcept {
    uint8_t table[2 * some] = {};
    uint32_t kept = 0;
    for (uint32_t index = 0; index < count; index++) {
        const qc_value &key = members[index].key;
        uint64_t tail = key.length > 8 ? load(key.as.string + key.length - 8, 8) : 0;
        uint64_t slot = fold(sign(key) ^ (tail << 1), UINT64_C(0x9E3779B97F4A7C15)) & (2 * some - 1);
        while (table[slot] != 0 && !equal(members[table[slot] - 1].key, key)) slot = (slot + 1) & (2 * some - 1);
        uint32_t first = table[slot] != 0 ? table[slot] - 1u : kept;
        if (first == kept) table[slot] = static_cast<uint8_t>(kept + 1);
        place(members, index, first, kept);
    }
    count = kept;
    return true;
}

bool KeySettler::settle_many(qc_member *members, uint32_t &count) noexcept {
    size_t wanted = 4 * some;
    while (wanted < 2 * static_cast<size_t>(count)) wanted *= 2;
    if (wanted > slot_count) {
        trim();
        slots = static_cast<uint32_t *>(std::malloc(wanted * sizeof *slots));
        if (slots == nullptr) return false;
        slot_count = wanted;
    }
    std::memset(slots, 0, wanted * sizeof *slots);
    uint64_t drawn = seed();
    uint32_t kept = 0;
    for (uint32_t index = 0; index < count; index++) {
        const qc_value &key = members[index].key;
        uint64_t slot = hash(key, drawn) & (wanted - 1);
        while (slots[slot] != 0 && !equal(members[slots[slot] - 1].key, key)) slot = (slot + 1) & (wanted - 1);
        uint32_t first = slots[slot] != 0 ? slots[slot] - 1 : kept;
        if (first == kept) slots[slot] = kept + 1;
        place(members, index, first, kept);
    }
    count = kept;
    return true;
}

}  // namespace quickconnect
