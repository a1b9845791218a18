#include "CFloor.h"

#include <simdjson.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

int64_t sum = 0;

using Command = bool (*)(simdjson::dom::element parameters);

bool play_sound(simdjson::dom::element parameters) {
    int64_t index;
    if (parameters.get_int64().get(index)) return false;
    sum += index;
    return true;
}

bool play(simdjson::dom::element parameters) {
    simdjson::dom::array list;
    if (parameters.get_array().get(list)) return false;
    for (simdjson::dom::element item : list) {
        std::string_view text;
        if (item.get_string().get(text)) return false;
        sum += static_cast<int64_t>(text.size());
    }
    return true;
}

bool nothing(simdjson::dom::element) { return true; }

struct Floor {
    simdjson::dom::parser parser;
    std::vector<char> buffer = std::vector<char>(4096 + simdjson::SIMDJSON_PADDING);
    std::vector<std::string> names;
    std::unordered_map<std::string_view, Command> commands{{"playSound", play_sound}, {"play", play}};
};

Floor &the_floor() {
    static Floor floor;
    return floor;
}

int digit(char character) {
    if (character >= '0' && character <= '9') return character - '0';
    character |= 0x20;
    return character >= 'a' && character <= 'f' ? character - 'a' + 10 : -1;
}

// Writes the decoded form of `text` to `out`; the length, or -1 for a bad escape.
ptrdiff_t decode(std::string_view text, char *out) {
    char *start = out;
    for (size_t index = 0; index < text.size(); index++) {
        if (text[index] != '%') {
            *out++ = text[index];
            continue;
        }
        if (index + 2 >= text.size()) return -1;
        int high = digit(text[index + 1]);
        int low = digit(text[index + 2]);
        if (high < 0 || low < 0) return -1;
        *out++ = static_cast<char>(high * 16 + low);
        index += 2;
    }
    return out - start;
}

}  // namespace

void qc_floor_fill(size_t count) {
    Floor &floor = the_floor();
    floor.names.reserve(count);
    for (size_t index = 0; index < count; index++) {
        floor.names.push_back("command" + std::to_string(index));
        floor.commands.emplace(floor.names.back(), nothing);
    }
}

int64_t qc_floor_sum(void) { return sum; }

bool qc_floor_serve(const char *url, size_t length) {
    constexpr std::string_view prefix = "call?cmd=";
    constexpr std::string_view separator = "&msg=";
    Floor &floor = the_floor();
    std::string_view message(url, length);
    if (message.substr(0, prefix.size()) != prefix || length > 4000) return false;
    message.remove_prefix(prefix.size());
    size_t end = message.find(separator);
    if (end == std::string_view::npos) return false;
    char *command = floor.buffer.data();
    ptrdiff_t command_length = decode(message.substr(0, end), command);
    if (command_length < 0) return false;
    char *text = command + command_length;
    ptrdiff_t text_length = decode(message.substr(end + separator.size()), text);
    if (text_length < 0) return false;
    simdjson::dom::element parameters;
    if (floor.parser.parse(text, static_cast<size_t>(text_length), false).get(parameters)) return false;
    auto found = floor.commands.find(std::string_view(command, static_cast<size_t>(command_length)));
    return found != floor.commands.end() && found->second(parameters);
}
