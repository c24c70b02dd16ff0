#include "text/source_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <optional>
#include <string>

#include "support/hooked_files.h"
#include "support/temporary_folder.h"

namespace mlfix::source_file_test {
namespace {

using std::filesystem::path;
using testing::Call;
using testing::HookedFiles;
using testing::TemporaryFolder;

// What a refused text is refused for; fails the test when it is accepted.
Error refusal_of(const std::string& text) {
  auto file = make_source_file("x.py", text);
  if (file) {
    ADD_FAILURE() << "accepted: " << text;
    return {};
  }
  EXPECT_EQ(file.error().kind, ErrorKind::Refused);
  EXPECT_EQ(file.error().path, "x.py");
  EXPECT_FALSE(file.error().remedy.empty());
  return file.error();
}

bool accepts(const std::string& text) {
  const auto file = make_source_file("x.py", text);
  return file && file->text == text;
}

TEST(MakeSourceFile, KeepsEveryByte) {
  EXPECT_TRUE(accepts(""));
  EXPECT_TRUE(accepts("\xEF\xBB\xBFx = 'é'\r\ny = 1\n\tz"));
  EXPECT_TRUE(accepts("x = 1\f\n"));
}

TEST(MakeSourceFile, RefusesInvalidUtf8AndNamesTheLine) {
  const Error error = refusal_of("a = 1\nb = 'caf\xE9'\n");
  EXPECT_EQ(error.line, 2u);
  EXPECT_EQ(error.message, "invalid UTF-8 (byte 0xE9)");
  EXPECT_EQ(refusal_of("x = '\xED\xA0\x80'").line, 1u) << "a surrogate";
  EXPECT_EQ(refusal_of("x = '\xC0\xAF'").line, 1u) << "an overlong form";
  EXPECT_EQ(refusal_of("\n\nx = '\xE2\x82").line, 3u) << "cut off at the end";
}

TEST(SourceFile, TakesCharactersOfAnyLengthAnywhere) {
  for (std::size_t before = 0; before < 20; ++before) {
    const std::string ascii(before, 'x');
    for (const std::string run :
         {"\u00e9", "\u20ac\u20ac", "\U0001f600", "\u00e9 \u20ac\n\u00e9"}) {
      EXPECT_TRUE(make_source_file("a.py", ascii + run + ascii));
      EXPECT_FALSE(make_source_file("a.py", ascii + run + ascii + "\xE9" + ascii));
      EXPECT_FALSE(make_source_file("a.py", ascii + run.substr(0, run.size() - 1) + ascii));
    }
  }
}

TEST(MakeSourceFile, RefusesUtf16) {
  EXPECT_EQ(refusal_of(std::string("\xFF\xFEx\0", 4)).message, "encoded as UTF-16");
}

TEST(MakeSourceFile, RefusesLoneCarriageReturns) {
  EXPECT_EQ(refusal_of("a = 1\r\n# c\rb = 2\r\n").line, 2u);
  EXPECT_EQ(refusal_of("a = 1\r").line, 1u);
  EXPECT_EQ(refusal_of("a = 1\r\r\n").line, 1u);
}

TEST(MakeSourceFile, RefusesNulBytes) {
  const Error error = refusal_of(std::string("a = 1\nb\0c\n", 10));
  EXPECT_EQ(error.line, 2u);
  EXPECT_EQ(error.message, "has a NUL byte");
}

TEST(MakeSourceFile, AcceptsCookiesThatMeanUtf8) {
  for (const char* name : {"utf-8", "UTF-8", "utf8", "utf_8", "utf-8-sig", "utf-8-unix"}) {
    EXPECT_TRUE(accepts("# -*- coding: " + std::string(name) + " -*-\nx = 'é'\n")) << name;
  }
  EXPECT_TRUE(accepts("#!/usr/bin/python\n# vim: set fileencoding=utf8 :\nx = 'é'\n"));
}

TEST(MakeSourceFile, AcceptsAsciiCookiesForAsciiTextOnly) {
  for (const char* name : {"ascii", "us-ascii", "US-ASCII"}) {
    const std::string cookie = "# coding=" + std::string(name) + "\n";
    EXPECT_TRUE(accepts(cookie + "x = 1\n")) << name;
    EXPECT_EQ(refusal_of(cookie + "x = 'é'\n").line, 1u) << name;
  }
}

TEST(MakeSourceFile, AcceptsLatin1CookiesForAsciiTextOnly) {
  EXPECT_TRUE(accepts("# coding: latin-1\nx = 1\n"));
  EXPECT_TRUE(accepts("# coding: iso-8859-15\r\nx = 1\r\n"));
  const Error error = refusal_of("\n# coding: latin-1\nx = 'caf\xE9'\n");
  EXPECT_EQ(error.line, 2u);
  EXPECT_EQ(error.message, "declares the encoding latin-1; mlfix reads UTF-8 only");
  refusal_of("# coding: latin-1\nx = 'é'\n");
}

TEST(MakeSourceFile, RefusesEncodingsThatGiveAsciiBytesAnotherMeaning) {
  for (const char* name : {"utf-7", "shift_jis", "rot13", "utf-16", "unknown"}) {
    refusal_of("# coding: " + std::string(name) + "\nx = 1\n");
  }
}

TEST(MakeSourceFile, RefusesAByteOrderMarkWithAnotherCookie) {
  refusal_of("\xEF\xBB\xBF# coding: latin-1\nx = 1\n");
  EXPECT_TRUE(accepts("\xEF\xBB\xBF# coding: utf-8\nx = 1\n"));
}

TEST(MakeSourceFile, LooksForTheCookieWherePythonDoes) {
  EXPECT_TRUE(accepts("x = 1\n# coding: utf-7\n")) << "after code";
  EXPECT_TRUE(accepts("\n\n# coding: utf-7\n")) << "on the third line";
  EXPECT_TRUE(accepts("s = '# coding: utf-7'\n")) << "not in a comment";
  EXPECT_TRUE(accepts("# coding utf-7\n")) << "no colon";
  EXPECT_TRUE(accepts("# encoding : utf-7\n")) << "space before the colon";
  refusal_of("# coding: , coding: utf-7\n");
  refusal_of("\f \n\t# encoding=utf-7");
}

TEST(MakeSourceFile, RefusesTextsOverTheLimit) {
  EXPECT_EQ(refusal_of(std::string(kMaxFileSize + 1, '\n')).message, "larger than 32 MiB");
}

TEST(ReadSourceFile, GivesBytesLinesAndIdentity) {
  const TemporaryFolder folder;
  const path name = folder.write("a.py", "x = 1\r\ny = 2");
  const auto file = read_source_file(name);
  ASSERT_TRUE(file) << file.error().to_string();
  EXPECT_EQ(file->path, name);
  EXPECT_EQ(file->text, "x = 1\r\ny = 2");
  EXPECT_EQ(file->lines.line_count(), 2u);
  struct stat status = {};
  ASSERT_EQ(::stat(name.c_str(), &status), 0);
  EXPECT_EQ(file->identity.inode, status.st_ino);
  EXPECT_EQ(file->identity.device, status.st_dev);
  EXPECT_EQ(file->identity.size, 12u);
  EXPECT_NE(file->identity.mtime_ns, 0);
  EXPECT_EQ(file->identity.content_hash, hash_text(file->text));
}

TEST(ReadSourceFile, ReadsMoreThanOneBuffer) {
  const TemporaryFolder folder;
  std::string text;
  while (text.size() < 300'000) text += "x = " + std::to_string(text.size()) + "\n";
  EXPECT_EQ(read_source_file(folder.write("a.py", text))->text, text);
}

TEST(ReadSourceFile, RefusesWhatIsNoReadableFile) {
  const TemporaryFolder folder;
  const auto missing = read_source_file(folder.path() / "gone.py");
  EXPECT_EQ(missing.error().kind, ErrorKind::Unreadable);
  EXPECT_EQ(missing.error().message, "can't be read: no such file or directory");
  EXPECT_EQ(missing.error().path, folder.path() / "gone.py");

  EXPECT_EQ(read_source_file(folder.path()).error().message, "is a directory, not a file");

  const path pipe = folder.path() / "pipe.py";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(read_source_file(pipe).error().message, "is not a regular file");

  const path loop = folder.path() / "loop.py";
  std::filesystem::create_symlink(loop, loop);
  EXPECT_EQ(read_source_file(loop).error().kind, ErrorKind::Unreadable);
}

TEST(ReadSourceFile, RefusesHugeFilesWithoutReadingThem) {
  const TemporaryFolder folder;
  const path huge = folder.write("huge.py", "");
  std::filesystem::resize_file(huge, std::uintmax_t{1} << 40);
  EXPECT_EQ(read_source_file(huge).error().message, "larger than 32 MiB");
}

TEST(ReadSourceFile, NamesTheFileInARefusal) {
  const TemporaryFolder folder;
  const auto file = read_source_file(folder.write("bad.py", "\xFF"));
  EXPECT_EQ(file.error().kind, ErrorKind::Refused);
  EXPECT_EQ(file.error().path, folder.path() / "bad.py");
}

TEST(ReadSourceFile, RefusesAFileThatChangesWhileItIsRead) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", "x = 1\n");
  const auto read_while = [&](const std::function<void()>& change) {
    HookedFiles files([&](const Call& call) -> std::optional<int> {
      if (call.name == "read") change();
      return std::nullopt;
    });
    return read_source_file(file, files);
  };
  EXPECT_TRUE(read_while([] {}));
  const auto grown = read_while([&] { folder.write("a.py", "x = 1\ny = 2\n"); });
  EXPECT_EQ(grown.error().message, "changed while it was read");
  const auto touched = read_while([&] {
    std::filesystem::last_write_time(
        file, std::filesystem::last_write_time(file) + std::chrono::seconds(1));
  });
  EXPECT_EQ(touched.error().message, "changed while it was read");
}

TEST(ReadSourceFile, ReportsEveryCallThatFails) {
  const TemporaryFolder folder;
  const path file = folder.write("a.py", "x = 1\n");
  for (const char* failing : {"open", "fstat", "read"}) {
    HookedFiles files([&](const Call& call) -> std::optional<int> {
      return call.name == failing ? std::optional(EIO) : std::nullopt;
    });
    const auto source = read_source_file(file, files);
    ASSERT_FALSE(source) << failing;
    EXPECT_EQ(source.error().message, "can't be read: input/output error");
  }
}

TEST(HashText, IsFnv1a) {
  EXPECT_EQ(hash_text(""), 0xcbf29ce484222325u);
  EXPECT_EQ(hash_text("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(hash_text("foobar"), 0x85944171f73967e8u);
}

}  // namespace
}  // namespace mlfix::source_file_test
