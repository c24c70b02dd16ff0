#include "lsp/survey.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "lsp/answers.h"
#include "text/digest.h"

namespace mlfix::lsp {
namespace {

constexpr std::size_t kFilesPerReport = 20;

}  // namespace

Survey::Survey(Json id, const Json& params, Answer answer, Workspace& workspace,
               const Client& client, const Surface& surface)
    : id_(std::move(id)),
      token_(params.value("workDoneToken", Json())),
      partial_token_(params.value("partialResultToken", Json())),
      answer_(answer),
      workspace_(workspace),
      client_(client),
      surface_(surface) {
  for (const Json& one : params.value("previousResultIds", Json::array())) {
    previous_[one.at("uri").get<std::string>()] = one.at("value");
  }
  for (Folder* root : workspace_.folders.roots()) {
    const auto& modules = root->modules();
    files_.insert(files_.end(), modules.begin(), modules.end());
  }
  total_ = files_.size();
}

void Survey::begin() {
  report("begin");
}

bool Survey::work() {
  if (taken_back_ || surface_.cancelled(id_)) {
    report("end");
    surface_.send(error_response(id_, Code::RequestCancelled, "cancelled"));
    return false;
  }
  if (files_.empty()) {
    end();
    return false;
  }
  const std::filesystem::path next = std::move(files_.front());
  files_.pop_front();
  look_at(next);
  return true;
}

// An interrupted file is looked at again, one that fails is not.
void Survey::look_at(const std::filesystem::path& path) {
  Subject* open = workspace_.open_at(path);
  const CheckedPtr checked =
      open != nullptr ? workspace_.up_to_date(*open) : workspace_.on_disk(path);
  if (!checked) {
    files_.push_front(path);
    return;
  }
  const Part& part = checked->parts().front();
  Json list = diagnostics_of(*checked, client_).at(part.uri);
  if (answer_ == Answer::Items) {
    add(part.uri, part.version ? Json(*part.version) : Json(nullptr), std::move(list));
  } else if (open == nullptr) {
    surface_.send(notification("textDocument/publishDiagnostics",
                               {{"uri", part.uri}, {"diagnostics", std::move(list)}}));
  }
  if ((total_ - files_.size()) % kFilesPerReport == 0) report("report");
}

void Survey::add(const std::string& uri, const Json& version, Json list) {
  const std::string result = digest(list.dump(-1, ' ', false, Json::error_handler_t::replace));
  Json item = {{"uri", uri}, {"version", version}, {"resultId", result}};
  const auto known = previous_.find(uri);
  if (known != previous_.end() && known->second == result) {
    item["kind"] = "unchanged";
  } else {
    item["kind"] = "full";
    item["items"] = std::move(list);
  }
  items_.push_back(std::move(item));
}

// A client that takes parts takes everything in them.
void Survey::end() {
  report("end");
  if (answer_ == Answer::Publishing) return surface_.send(response(id_, nullptr));
  if (!partial_token_.is_null()) {
    surface_.send(notification(
        "$/progress", {{"token", partial_token_}, {"value", {{"items", std::move(items_)}}}}));
    items_ = Json::array();
  }
  surface_.send(response(id_, {{"items", std::move(items_)}}));
}

void Survey::report(std::string_view kind) {
  if (token_.is_null()) return;
  Json value = {{"kind", kind}};
  if (kind == "begin") {
    value["title"] = "mlfix";
    value["cancellable"] = true;
  }
  if (kind != "end") {
    const std::size_t done = total_ - files_.size();
    value["message"] = fmt::format("{} of {} files", done, total_);
    value["percentage"] = total_ == 0 ? 100 : done * 100 / total_;
  }
  surface_.send(notification("$/progress", {{"token", token_}, {"value", std::move(value)}}));
}

}  // namespace mlfix::lsp
