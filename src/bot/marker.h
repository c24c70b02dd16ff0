// The hidden line at the end of a pull request's description. It is the bot's
// only memory of what it proposed.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace mlfix {

struct Marker {
  std::string fingerprint;         // of all that is proposed: 16 hexadecimal digits
  std::string text;                // hash of the description above the marker, as it was planned
  std::set<std::string> findings;  // fingerprints; of the first ones when there are many
  bool is_new = false;             // labels and reviewers are still to come
  bool closed_by_bot = false;      // so its end was no "no"
  friend bool operator==(const Marker&, const Marker&) = default;
};

// An HTML comment, one line.
std::string marker_line(const Marker& marker);

// The last marker of a description; nothing when there is none that is whole.
std::optional<Marker> find_marker(std::string_view body);

// A description with its marker at the end.
std::string with_marker(std::string_view text, const Marker& marker);

// What `text` of a marker is for this description.
std::string hash_of_description(std::string_view text);

// The description without its markers.
std::string without_marker(std::string_view body);

// The hash of a set of fingerprints.
std::string fingerprint_of_all(const std::set<std::string>& findings);

}  // namespace mlfix
