// The replacement of one file's content, step by step: verify, stage, install,
// and put back or discard when another file of the batch fails. FileWriter
// decides which step comes when. Errors are worded for the user.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "text/error.h"
#include "text/file_system.h"
#include "text/source_file.h"

namespace mlfix {

struct Replacement {
  std::filesystem::path path;
  FileIdentity expected;  // what the file must still be; its time may differ
  // Makes the new content, so that of a large batch one is in memory at a time. Asked for
  // when it is written, and again where it is written in place or must be compared.
  std::function<std::string()> text;
};

class FileUpdate {
 public:
  // Reads the file again and gives an update when it is still the expected one
  // and may be written. Both arguments must outlive the update.
  static Result<FileUpdate> verify(FileSystem& files, const Replacement& replacement);

  // Writes the temporary file, or the record of a rewrite when the file must be
  // rewritten in place: it has several hard links, or its folder or its owner
  // can't be written. Nothing of the user's is touched.
  Result<void> stage();

  // Whether the file is what verify() saw, judged by its status alone.
  bool is_untouched() const;
  // Gives the file its new content, in place after all when a rename is not
  // allowed. After an error it has the old content, or the message says that it
  // has not.
  Result<void> install();
  // Gives an installed file its old content again.
  Result<void> put_back();
  // Removes the temporary file and the record, if there are any.
  Result<void> discard();

  const Replacement& replacement() const { return *replacement_; }
  std::filesystem::path folder() const { return real_.parent_path(); }
  bool in_place() const { return in_place_; }
  bool installed() const { return installed_; }
  // Whether the last error is that somebody else changed the file in the moment in
  // which it was installed or put back. It is as they left it.
  bool overtaken() const { return overtaken_; }
  // Device and inode: equal for two names of one file.
  std::pair<std::uint64_t, std::uint64_t> file_id() const {
    return {status_.device, status_.inode};
  }

 private:
  FileUpdate(FileSystem& files, const Replacement& replacement)
      : files_(&files), replacement_(&replacement) {}

  IoResult<void> read_again();
  bool may_write() const;
  Result<void> stage_rewrite();
  IoResult<void> keep_record();
  Result<void> remove_own(std::optional<std::filesystem::path>& file);
  IoResult<void> rename_or_rewrite();
  IoResult<void> rewrite(std::string_view from, std::string_view to);
  using Judgement = bool (FileUpdate::*)(std::string_view text) const;
  bool is_old(std::string_view text) const;
  bool is_new(std::string_view text) const;
  IoResult<void> swap_in(Judgement is_ours, Judgement is_expected);
  IoResult<void> recall_old();
  void strand();
  IoResult<void> rename_temporary();
  IoResult<void> replace_with_old();
  tl::unexpected<Error> not_installed(int error) const;
  tl::unexpected<Error> half_written(int error) const;

  FileSystem* files_;               // not owned
  const Replacement* replacement_;  // not owned
  std::filesystem::path real_;      // behind all symbolic links
  FileStatus status_;               // as it was verified
  std::string old_text_;            // unless the temporary file is to change places with it
  std::optional<std::filesystem::path> temporary_;  // has the new content
  std::optional<std::filesystem::path> record_;     // of the rewrite in place
  std::optional<std::filesystem::path> stranded_;   // somebody else's content, in a temporary file
  bool in_place_ = false;
  bool installed_ = false;
  bool overtaken_ = false;
  bool damaged_ = false;  // neither wholly old nor wholly new
};

}  // namespace mlfix
