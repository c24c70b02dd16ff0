// A new file appears beside the old one and takes its place. Only what can't be
// replaced, a device or a pipe, is written in place. A link in a checkout is replaced itself.

#include "cli/report_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

#include "config/config_reach.h"
#include "text/file_system.h"
#include "text/temporary_file.h"

namespace mlfix {
namespace {

namespace fs = std::filesystem;

Error problem_with(const fs::path& file, std::string message, std::string remedy) {
  return {ErrorKind::Unwritable, file.string(), 0, std::move(message), std::move(remedy)};
}

fs::path folder_around(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

// What a new file gets: the permissions that the user's mask leaves.
FileStatus like_a_new_file() {
  const mode_t mask = umask(0);
  umask(mask);
  FileStatus status;
  status.mode = S_IFREG | (0666u & ~static_cast<unsigned>(mask));
  status.owner = geteuid();
  status.group = getegid();
  return status;
}

IoResult<void> write_in_place(FileSystem& files, const fs::path& file, std::string_view text) {
  auto handle = FileHandle::open(files, file, O_WRONLY | O_CLOEXEC);
  if (!handle) return tl::unexpected(handle.error());
  if (const auto written = handle->write_all(text); !written) return written;
  return handle->close();
}

IoResult<void> replace(FileSystem& files, const fs::path& file, const FileStatus& like,
                       std::string_view text) {
  const auto temporary = write_temporary(files, folder_around(file), like, text);
  if (!temporary) return tl::unexpected(temporary.error());
  auto renamed = files.rename(*temporary, file);
  if (!renamed) static_cast<void>(files.remove(*temporary));
  return renamed;
}

// Asked of the file behind all links: /dev/stderr may lead to a pipe, which has
// no path of its own.
IoResult<void> write_whole(const fs::path& file, std::string_view text) {
  FileSystem& files = system_files();
  std::error_code error;
  const fs::file_status kind = fs::status(file, error);
  if (!fs::exists(kind)) return replace(files, file, like_a_new_file(), text);
  if (!fs::is_regular_file(kind)) return write_in_place(files, file, text);
  if (is_strangers_link(file)) return replace(files, file, like_a_new_file(), text);
  const auto real = files.real_path(file);
  if (!real) return tl::unexpected(real.error());
  const auto status = files.status(*real);
  if (!status) return tl::unexpected(status.error());
  return replace(files, *real, *status, text);
}

}  // namespace

TextOptions text_options(const Options& options, const Paint& paint) {
  return {paint, options.show_abstained, options.statistics, options.adoption.add_ignore,
          options.adoption.staged};
}

Result<void> write_output(const fs::path& file, std::string_view text) {
  // Code that ran meanwhile, or a checkout, may have put a link there.
  if (auto problem = problem_of_links(file)) return tl::unexpected(std::move(*problem));
  const auto written = write_whole(file, text);
  if (written) return {};
  return tl::unexpected(
      problem_with(file, "can't be written: " + describe_errno(written.error()), ""));
}

std::optional<Error> problem_of_links(const fs::path& file) {
  const auto left = left_by_link(file);
  if (!left) return std::nullopt;
  return Error{ErrorKind::Refused, file.string(), 0,
               "leads out of " + left->string() + " through a link; it is not written",
               "remove the link, or name the file that it leads to"};
}

std::optional<Error> report_file_problem(const Options& options) {
  for (const ReportFile& report : options.report_files) {
    std::error_code error;
    if (!fs::is_directory(folder_around(report.file), error)) {
      return problem_with(report.file, "the folder of this report does not exist", "make it first");
    }
    if (fs::is_directory(report.file, error)) {
      return problem_with(report.file, "is a folder, not a file for a report", "name a file in it");
    }
    if (auto problem = problem_of_links(report.file)) return problem;
  }
  return std::nullopt;
}

bool write_report_files(Session& session, const RunReport& report) {
  bool all = true;
  for (const ReportFile& wanted : session.options.report_files) {
    const std::string text =
        render(wanted.format, report, text_options(session.options, Paint(false)));
    const auto written = write_output(wanted.file, text);
    if (written) continue;
    all = false;
    complain(session, written.error());
  }
  return all;
}

}  // namespace mlfix
