// Messages as the protocol frames them: headers, an empty line, and a body of as
// many bytes as Content-Length says.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mlfix::lsp {

// Bytes of a body. The text of the largest file that is read fits several times.
inline constexpr std::size_t kMostMessageBytes = 128u << 20;

// A message, or why there is none.
struct Frame {
  std::string body;
  std::string problem;  // empty when `body` is whole
};

// Takes bytes in whatever pieces they come. What is no frame is a problem, and is
// passed over to the next empty line or, where a body is too long, to its end. Keeps no
// more than one body and one header block. Linear.
class FrameReader {
 public:
  explicit FrameReader(std::size_t most_bytes = kMostMessageBytes) : most_bytes_(most_bytes) {}

  void feed(std::string_view bytes) { waiting_ += bytes; }
  // The next frame; nothing when more bytes are needed.
  std::optional<Frame> next();

 private:
  std::optional<Frame> read_headers();
  std::optional<Frame> read_body();

  std::size_t most_bytes_;
  std::string waiting_;
  std::optional<std::size_t> body_size_;  // between the headers and the body
  std::size_t skipped_ = 0;               // bytes of a body that are still to be passed over
};

std::string framed(std::string_view body);

}  // namespace mlfix::lsp
