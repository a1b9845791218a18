// Repeated keys of an object: settled in place, at the first place with the last value.

#ifndef QUICKCONNECT_KEYS_HPP
#define QUICKCONNECT_KEYS_HPP

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "quickconnect/plugin.h"

namespace quickconnect {

/// Finds equal keys. It works within memory that it keeps, and its time is linear in the bytes of the keys, whatever they
/// are: large objects go through a hash that whoever sends them cannot foresee.
class KeySettler {
  public:
    KeySettler() noexcept = default;
    KeySettler(const KeySettler &) = delete;
    KeySettler &operator=(const KeySettler &) = delete;
    ~KeySettler() { std::free(slots); }

    /// Settles `count` members and sets `count` to those that are left. False if there is no memory.
    bool settle(qc_member *members, uint32_t &count) noexcept;

    /// Frees what a large object took.
    void trim() noexcept;

  private:
    static constexpr uint32_t few = 8;
    static constexpr uint32_t some = 64;

    /// Slot `i` of the table holds the index of a member, plus one.
    uint32_t *slots = nullptr;
    size_t slot_count = 0;

    bool settle_few(qc_member *members, uint32_t &count) noexcept;
    bool settle_some(qc_member *members, uint32_t &count) noexcept;
    bool settle_many(qc_member *members, uint32_t &count) noexcept;
};

}  // namespace quickconnect

#endif
