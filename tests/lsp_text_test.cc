// What the language server makes of bytes, places and addresses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "lsp/framing.h"
#include "lsp/inbox.h"
#include "lsp/text_document.h"
#include "lsp/uri.h"

namespace mlfix::lsp {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Read {
  std::vector<std::string> bodies;
  std::vector<std::string> problems;
};

Read read_in_pieces(const std::string& bytes, std::size_t piece, std::size_t most = 1000) {
  FrameReader reader(most);
  Read read;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    reader.feed(std::string_view(bytes).substr(at, piece));
    while (const auto frame = reader.next()) {
      if (frame->problem.empty()) {
        read.bodies.push_back(frame->body);
      } else {
        read.problems.push_back(frame->problem);
      }
    }
  }
  return read;
}

TEST(LspFraming, ReadsMessagesInPiecesOfAnySize) {
  const std::string bytes = framed("{}") + "content-length:  5\r\nContent-Type: x\r\n\r\n12345" +
                            framed("") + framed("z");
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
    const Read read = read_in_pieces(bytes, piece);
    EXPECT_THAT(read.bodies, ElementsAre("{}", "12345", "", "z")) << piece;
    EXPECT_THAT(read.problems, IsEmpty());
  }
}

TEST(LspFraming, PassesOverWhatIsTooLong) {
  const Read read = read_in_pieces(framed(std::string(2000, 'x')) + framed("after"), 7);
  EXPECT_THAT(read.bodies, ElementsAre("after"));
  EXPECT_THAT(read.problems, ElementsAre(HasSubstr("2000 bytes")));
}

TEST(LspFraming, FindsItsWayBackAfterRubbish) {
  for (const std::string headers :
       {"Content-Length: x\r\n\r\n", "Content-Length: -4\r\n\r\n", "\r\n\r\n", "hello\r\n\r\n",
        "Content-Length: 99999999999999999999999\r\n\r\n"}) {
    const Read read = read_in_pieces(headers + framed("after"), 3);
    EXPECT_THAT(read.bodies, ElementsAre("after")) << headers;
    EXPECT_THAT(read.problems, ElementsAre(HasSubstr("Content-Length"))) << headers;
  }
}

TEST(LspFraming, FindsTheHeaderBehindRubbishWithoutALineEnd) {
  const Read read =
      read_in_pieces(std::string(20'000, 'x') + framed("after") + framed("next"), 700);
  EXPECT_THAT(read.bodies, ElementsAre("after", "next"));
}

TEST(LspFraming, KeepsNoEndlessHeaders) {
  const Read read = read_in_pieces(std::string(20'000, 'x') + "\r\n\r\n" + framed("after"), 1000);
  EXPECT_THAT(read.bodies, ElementsAre("after"));
  EXPECT_FALSE(read.problems.empty());
}

TEST(LspFraming, AnyBytesGiveNoMessageThatWasNotThere) {
  rc::check([](const std::string& rubbish) {
    const Read read = read_in_pieces(rubbish + "\r\n\r\n" + framed("after"), 5);
    RC_ASSERT(!read.bodies.empty());
    RC_ASSERT(read.bodies.back() == "after");
  });
}

// ---- places ---------------------------------------------------------------------

// a, two bytes, three bytes, four bytes (a pair in UTF-16), z.
constexpr std::string_view kWide = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z";

TEST(LspDocument, CountsCharactersAsTheClientDoes) {
  const TextDocument document("x\n" + std::string(kWide) + "\r\nlast\rend");
  const auto character = [&](Offset offset, Encoding encoding) {
    const Point point = document.point(2 + offset, encoding);
    EXPECT_EQ(point.line, 1U);
    EXPECT_EQ(document.offset(point, encoding), 2 + offset);
    return point.character;
  };
  std::vector<std::uint32_t> utf8, utf16;
  for (const Offset offset : {0U, 1U, 3U, 6U, 10U, 11U}) {
    utf8.push_back(character(offset, Encoding::Utf8));
    utf16.push_back(character(offset, Encoding::Utf16));
  }
  EXPECT_THAT(utf8, ElementsAre(0, 1, 3, 6, 10, 11));
  EXPECT_THAT(utf16, ElementsAre(0, 1, 2, 3, 5, 6));
  EXPECT_EQ(document.point(static_cast<Offset>(document.text().size()), Encoding::Utf16),
            (Point{3, 3}));
}

TEST(LspDocument, PlacesThatAreNoneBecomeTheNearest) {
  const TextDocument document("x\n" + std::string(kWide) + "\r\nlast");
  EXPECT_EQ(document.offset({1, 99}, Encoding::Utf16), 13U) << "the end of its line";
  EXPECT_EQ(document.offset({1, 4}, Encoding::Utf16), 8U) << "inside a pair";
  EXPECT_EQ(document.offset({1, 2}, Encoding::Utf8), 3U) << "inside a character";
  EXPECT_EQ(document.offset({7, 0}, Encoding::Utf16), document.text().size());
  EXPECT_EQ(document.offset({UINT32_MAX, UINT32_MAX}, Encoding::Utf8), document.text().size());
}

TEST(LspDocument, LinesEndAsTheProtocolSays) {
  const TextDocument document("a\rb\r\nc\n");
  EXPECT_EQ(document.point(2, Encoding::Utf16), (Point{1, 0}));
  EXPECT_EQ(document.point(5, Encoding::Utf16), (Point{2, 0}));
  EXPECT_EQ(document.point(7, Encoding::Utf16), (Point{3, 0}));
  EXPECT_EQ(TextDocument("").offset({0, 3}, Encoding::Utf16), 0U);
}

TEST(LspDocument, ReplacesARange) {
  TextDocument document(std::string(kWide) + "\nline\n");
  document.replace({{0, 3}, {0, 5}}, "-\n-", Encoding::Utf16);
  EXPECT_EQ(document.text(), "a\xC3\xA9\xE2\x82\xAC-\n-z\nline\n");
  document.replace({{3, 0}, {2, 0}}, "back ", Encoding::Utf16);
  EXPECT_EQ(document.text(), "a\xC3\xA9\xE2\x82\xAC-\n-z\nline\nback ");
}

// Edits by place do what the same edits by offset do, in each encoding.
TEST(LspDocument, EditsByPlaceEqualEditsByOffset) {
  static const std::vector<std::string> pieces = {
      "a", "\n", "\r", "\r\n", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "    "};
  const auto text =
      rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces)),
                   [](const std::vector<std::string>& parts) {
                     std::string all;
                     for (const std::string& part : parts) all += part;
                     return all;
                   });
  EXPECT_TRUE(rc::check([&] {
    std::string plain = *text;
    TextDocument document(plain);
    for (int i = 0; i < 5; ++i) {
      const Encoding encoding = *rc::gen::element(Encoding::Utf8, Encoding::Utf16);
      // Between characters; "\r\n" is one, for there is no place inside.
      std::vector<Offset> places;
      for (Offset at = 0; at <= plain.size(); ++at) {
        if (document.offset(document.point(at, encoding), encoding) == at) places.push_back(at);
      }
      Offset begin = *rc::gen::elementOf(places);
      Offset end = *rc::gen::elementOf(places);
      if (end < begin) std::swap(begin, end);
      const std::string with = *text;
      document.replace(document.span({begin, end}, encoding), with, encoding);
      plain.replace(begin, end - begin, with);
      RC_ASSERT(document.text() == plain);
      const TextDocument anew(plain);
      for (Offset at = 0; at <= plain.size(); ++at) {
        RC_ASSERT(document.point(at, Encoding::Utf8) == anew.point(at, Encoding::Utf8));
      }
    }
  }));
}

// Against reading the text again: an edit looks at its own line, and moves the rest.
TEST(LspDocument, AnEditOfALongTextIsCheap) {
  using Clock = std::chrono::steady_clock;
  constexpr int kRounds = 300;
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "a line of some forty characters, or so\n";
  const auto begin = Clock::now();
  for (int i = 0; i < kRounds; ++i) ASSERT_GT(TextDocument(text).text().size(), 0u);
  const auto anew = Clock::now() - begin;
  TextDocument document(text);
  const auto edited = Clock::now();
  for (std::uint32_t i = 0; i < kRounds; ++i) {
    document.replace({{i * 30, 2}, {i * 30, 4}}, "x\ny", Encoding::Utf16);
  }
  EXPECT_LT(Clock::now() - edited, anew / 2);
  EXPECT_EQ(document.text().size(), text.size() + kRounds);
}

// ---- addresses ------------------------------------------------------------------

TEST(LspUri, NamesFilesBothWays) {
  EXPECT_EQ(uri_of_path("/a b/\xC3\xA9#?.py"), "file:///a%20b/%C3%A9%23%3F.py");
  EXPECT_EQ(path_of_uri("file:///a%20b/%c3%A9%23.py"), "/a b/\xC3\xA9#.py");
  EXPECT_EQ(path_of_uri("file://localhost/a.py"), "/a.py");
  EXPECT_EQ(path_of_uri("file:///a/../b.py"), "/b.py");
  for (const char* other : {"untitled:x", "file://host/a", "file:relative", "file:///a%", "",
                            "file:///a%zz", "file:///a%00b", "vscode-notebook-cell:/a#b"}) {
    EXPECT_EQ(path_of_uri(other), std::nullopt) << other;
  }
}

// ---- the inbox ------------------------------------------------------------------

TEST(LspInbox, SaysWhatMessagesWillChange) {
  Inbox inbox;
  EXPECT_FALSE(inbox.outdates());
  inbox.push({R"({"jsonrpc":"2.0","id":7,"method":"textDocument/hover"})", {}});
  EXPECT_FALSE(inbox.outdates());
  inbox.push({R"({"jsonrpc":"2.0","method":"textDocument/didChange"})", {}});
  EXPECT_TRUE(inbox.outdates());
  inbox.push({R"({"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}})", {}});
  EXPECT_TRUE(inbox.has_cancelled(7));
  EXPECT_FALSE(inbox.has_cancelled("7"));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(inbox.pop(std::nullopt));
  EXPECT_FALSE(inbox.outdates());
  EXPECT_FALSE(inbox.has_cancelled(7));
  EXPECT_FALSE(inbox.pop(Inbox::Clock::now()));
  EXPECT_FALSE(inbox.is_at_end());
  inbox.close();
  EXPECT_TRUE(inbox.is_at_end());
  EXPECT_FALSE(inbox.pop(std::nullopt));
}

}  // namespace
}  // namespace mlfix::lsp
