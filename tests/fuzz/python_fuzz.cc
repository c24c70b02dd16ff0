// Any bytes through all rules, with unsafe fixes: nothing may crash, no rule may
// break or undo another, and a second run must find nothing more to do.
//
// Random bytes are hardly ever Python, so half of the mutations move whole lines:
// they are left out, doubled, exchanged or re-indented. That keeps most of the
// programs of the seed corpus (the golden cases) valid and breaks them in the
// ways that fool an analysis.

#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/shared.h"

namespace mlfix {
namespace {

void run(std::string text) {
  const auto file = make_source_file("fuzz.py", std::move(text));
  if (!file) return;
  const FileResult first = fuzz::checked_run(*file);
  if (!first.changed) return;
  const auto fixed = make_source_file("fuzz.py", first.fixed_text);
  if (!fixed) fuzz::fail("a fix makes a file that can't be read:", first.fixed_text);
  if (fuzz::checked_run(*fixed).changed) {
    fuzz::fail("a second run changes more:", first.fixed_text);
  }
}

}  // namespace
}  // namespace mlfix

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  mlfix::run(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return mlfix::fuzz::mutate_program(data, size, max_size, seed);
}
