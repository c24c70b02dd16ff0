// The language server as a client meets it, without streams and threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "lsp/uri.h"
#include "support/lsp_client.h"
#include "support/temporary_folder.h"

namespace mlfix::lsp {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::LspClient;
using ::testing::SizeIs;
using testing::TemporaryFolder;

// The finding is on line 5, and its name and the smiley before it need care.
const std::string kLeaky = R"(import torch

out = torch.empty(0)
for _ in loader:
    s = "😀"; out = torch.cat((out, torch.rand(1)))
)";

Json with_folder(const std::filesystem::path& folder, Json capabilities = Json::object()) {
  capabilities["textDocument"]["codeAction"]["codeActionLiteralSupport"] = Json::object();
  return {{"rootUri", uri_of_path(folder)}, {"capabilities", std::move(capabilities)}};
}

Json document(const std::string& uri, const std::string& text) {
  return {
      {"textDocument", {{"uri", uri}, {"languageId", "python"}, {"version", 1}, {"text", text}}}};
}

Json whole_change(const std::string& uri, int version, const std::string& text) {
  return {{"textDocument", {{"uri", uri}, {"version", version}}},
          {"contentChanges", Json::array({{{"text", text}}})}};
}

Json place(const std::string& uri, int line, int character) {
  return {{"textDocument", {{"uri", uri}}},
          {"position", {{"line", line}, {"character", character}}}};
}

Json actions_at(LspClient& client, const std::string& uri, int line, Json only = nullptr) {
  Json context = {{"diagnostics", Json::array()}};
  if (!only.is_null()) context["only"] = std::move(only);
  const Json point = {{"line", line}, {"character", 0}};
  return client.ask("textDocument/codeAction", {{"textDocument", {{"uri", uri}}},
                                                {"range", {{"start", point}, {"end", point}}},
                                                {"context", context}})["result"];
}

int code_of(const Json& response) {
  return response.contains("error") ? response["error"]["code"].get<int>() : 0;
}

class LspServer : public ::testing::Test {
 protected:
  std::string uri(const std::string& name) const { return uri_of_path(folder_.path() / name); }
  const TemporaryFolder folder_;
};

// ---- the protocol ---------------------------------------------------------------

TEST_F(LspServer, LivesAsTheProtocolSays) {
  LspClient client(nullptr);
  EXPECT_EQ(code_of(client.ask("textDocument/hover", place("file:///a", 0, 0))), -32002);
  client.tell("textDocument/didOpen", document("file:///a", kLeaky));
  EXPECT_EQ(client.diagnostics("file:///a"), nullptr);
  const Json answer = client.ask("initialize", with_folder(folder_.path()));
  EXPECT_EQ(answer["result"]["capabilities"]["positionEncoding"], "utf-16");
  EXPECT_EQ(code_of(client.ask("initialize", with_folder(folder_.path()))), -32600);
  EXPECT_EQ(code_of(client.ask("textDocument/rename", Json::object())), -32601);
  EXPECT_EQ(client.ask("shutdown", nullptr)["result"], nullptr);
  EXPECT_EQ(code_of(client.ask("shutdown", nullptr)), -32600);
  EXPECT_FALSE(client.server().ended());
  client.tell("exit", nullptr);
  EXPECT_TRUE(client.server().ended());
  EXPECT_EQ(client.server().status(), 0);
}

TEST_F(LspServer, ExitWithoutShutdownIsAFailure) {
  LspClient client(with_folder(folder_.path()));
  client.tell("exit", nullptr);
  EXPECT_EQ(client.server().status(), 1);
}

TEST_F(LspServer, AnswersWhatIsNoRequest) {
  LspClient client(with_folder(folder_.path()));
  const std::vector<std::pair<std::string, int>> cases = {
      {"", -32700},
      {"{", -32700},
      {"\"\\ud800\"", -32700},
      {"{\"a\": \"\xff\"}", -32700},
      {std::string(5000, '['), -32700},
      {"null", -32600},
      {"[]", -32600},
      {"{}", -32600},
      {R"({"id": 1, "method": "shutdown"})", -32600},
      {R"({"jsonrpc": "2.0", "id": {}, "method": "shutdown"})", -32600},
      {R"({"jsonrpc": "2.0", "id": 1, "method": 7})", -32600},
      {R"({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover"})", -32602},
      {R"({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": []})", -32602},
      {R"({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {"textDocument":
          {"uri": "file:///a"}, "position": {"line": -1, "character": 0}}})",
       -32602},
      {R"({"jsonrpc": "2.0", "id": 1, "method": "workspace/executeCommand", "params":
          {"command": "rm"}})",
       -32602},
  };
  for (const auto& [message, code] : cases) {
    client.received().clear();
    client.send(message);
    ASSERT_THAT(client.received(), SizeIs(1)) << message;
    EXPECT_EQ(code_of(client.received().front()), code) << message;
  }
}

TEST_F(LspServer, NotificationsThatAreWrongChangeNothing) {
  LspClient client(with_folder(folder_.path()));
  const std::string name = uri("a.py");
  client.tell("textDocument/didOpen", document(name, kLeaky));
  for (const Json& params :
       {Json(nullptr), Json::array(), Json(3), Json::object(), Json{{"textDocument", 7}},
        Json{{"textDocument", {{"uri", name}, {"version", "x"}}}, {"contentChanges", 1}},
        Json{{"textDocument", {{"uri", name}, {"version", 2}}},
             {"contentChanges", Json::array({{{"range", 1}, {"text", "x"}}})}},
        Json{{"textDocument", {{"uri", "file:///other"}, {"version", 2}}},
             {"contentChanges", Json::array()}}}) {
    for (const char* method :
         {"textDocument/didOpen", "textDocument/didChange", "textDocument/didSave",
          "notebookDocument/didOpen", "notebookDocument/didChange", "notebookDocument/didClose",
          "workspace/didChangeWatchedFiles", "workspace/didChangeWorkspaceFolders", "$/unknown",
          "unknown"}) {
      client.tell(method, params);
    }
  }
  EXPECT_THAT(client.diagnostics(name), SizeIs(1));
}

// ---- diagnostics ----------------------------------------------------------------

TEST_F(LspServer, FindsInTheEncodingOfTheClient) {
  const Json utf8 = {{"general", {{"positionEncodings", Json::array({"utf-16", "utf-8"})}}}};
  const auto character = [&](const Json& capabilities) {
    LspClient client(with_folder(folder_.path(), capabilities));
    client.tell("textDocument/didOpen", document(uri("a.py"), kLeaky));
    const Json found = client.diagnostics(uri("a.py"));
    EXPECT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0]["code"], "cat-in-loop");
    EXPECT_EQ(found[0]["range"]["start"]["line"], 4);
    return found[0]["range"]["start"]["character"].get<int>();
  };
  EXPECT_EQ(character(Json::object()), 14);
  EXPECT_EQ(character(utf8), 16);
}

TEST_F(LspServer, SendsDiagnosticsWhenTheTextRests) {
  LspClient client(with_folder(folder_.path()));
  const std::string name = uri("a.py");
  client.tell("textDocument/didOpen", document(name, kLeaky));
  for (int version = 2; version < 20; ++version) {
    client.tell("textDocument/didChange", whole_change(name, version, "x = " + kLeaky));
  }
  client.tell("textDocument/didChange", whole_change(name, 20, "\n" + kLeaky));
  client.settle();
  const auto sent = client.take("textDocument/publishDiagnostics");
  ASSERT_THAT(sent, SizeIs(1));
  EXPECT_EQ(sent[0]["params"]["version"], 20);
  EXPECT_EQ(sent[0]["params"]["diagnostics"][0]["range"]["start"]["line"], 5);
  client.tell("textDocument/didClose", {{"textDocument", {{"uri", name}}}});
  EXPECT_THAT(client.diagnostics(name), IsEmpty());
}

// Nothing waits until the whole file system is listed.
TEST_F(LspServer, TheRootOfTheFileSystemIsNoProject) {
  LspClient client(with_folder("/"));
  client.tell("textDocument/didOpen", document(uri("a.py"), kLeaky));
  EXPECT_THAT(client.diagnostics(uri("a.py")), SizeIs(1));
  client.tell("workspace/didChangeWatchedFiles",
              {{"changes", Json::array({{{"uri", uri("b.py")}, {"type", 1}}})}});
  client.tell("textDocument/didChange", whole_change(uri("a.py"), 2, "\n" + kLeaky));
  EXPECT_THAT(client.diagnostics(uri("a.py")), SizeIs(1));
}

TEST_F(LspServer, ReasonsAreRelatedInformation) {
  LspClient client(
      with_folder(folder_.path(),
                  {{"textDocument", {{"publishDiagnostics", {{"relatedInformation", true}}}}}}));
  client.tell("textDocument/didOpen", document(uri("a.py"), kLeaky));
  const Json found = client.diagnostics(uri("a.py"))[0]["relatedInformation"];
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0]["location"]["uri"], uri("a.py"));
  EXPECT_EQ(found[0]["location"]["range"]["start"]["line"], 3);
}

TEST_F(LspServer, AnInterruptedAnalysisIsMadeAgain) {
  LspClient client(with_folder(folder_.path()));
  client.tell("textDocument/didOpen", document(uri("a.py"), kLeaky));
  client.outdated = true;
  client.server().work(*client.server().next_work());
  EXPECT_THAT(client.take("textDocument/publishDiagnostics"), IsEmpty());
  EXPECT_TRUE(client.server().next_work());
  const Json refused = client.ask("textDocument/hover", place(uri("a.py"), 4, 20));
  EXPECT_EQ(code_of(refused), -32801);
  client.outdated = false;
  EXPECT_THAT(client.diagnostics(uri("a.py")), SizeIs(1));
}

TEST_F(LspServer, ARequestThatIsTakenBackIsRefused) {
  LspClient client(with_folder(folder_.path()));
  client.cancelled = {2};
  EXPECT_EQ(code_of(client.ask("textDocument/hover", place(uri("a.py"), 4, 20))), -32800);
}

TEST_F(LspServer, ClientsThatPullAreSentNothing) {
  LspClient client(
      with_folder(folder_.path(), {{"textDocument", {{"diagnostic", Json::object()}}}}));
  client.tell("textDocument/didOpen", document(uri("a.py"), kLeaky));
  client.settle();
  EXPECT_THAT(client.take("textDocument/publishDiagnostics"), IsEmpty());
  const Json report =
      client.ask("textDocument/diagnostic", {{"textDocument", {{"uri", uri("a.py")}}}})["result"];
  EXPECT_EQ(report["kind"], "full");
  EXPECT_THAT(report["items"], SizeIs(1));
}

// ---- actions --------------------------------------------------------------------

TEST_F(LspServer, OffersFixSilenceAndFixAll) {
  LspClient client(with_folder(folder_.path()));
  client.tell("textDocument/didOpen", document(uri("a.py"), kLeaky));
  const Json all = actions_at(client, uri("a.py"), 4);
  ASSERT_THAT(all, SizeIs(3));
  EXPECT_THAT(all[0]["title"].get<std::string>(), HasSubstr("(safe fix)"));
  EXPECT_EQ(all[0]["isPreferred"], true);
  EXPECT_EQ(all[1]["title"], "Silence cat-in-loop here with a comment");
  EXPECT_EQ(all[2]["kind"], "source.fixAll.mlfix");
  EXPECT_THAT(actions_at(client, uri("a.py"), 0, {"quickfix"}), IsEmpty());
  EXPECT_THAT(actions_at(client, uri("a.py"), 0, {"source.fixAll"}), SizeIs(1));
  EXPECT_THAT(actions_at(client, uri("a.py"), 0, {"source.organizeImports"}), IsEmpty());
}

TEST_F(LspServer, EditsHaveTheVersionThatTheyAreOf) {
  LspClient client(with_folder(folder_.path(),
                               {{"workspace", {{"workspaceEdit", {{"documentChanges", true}}}}}}));
  client.tell("textDocument/didOpen", document(uri("a.py"), kLeaky));
  client.tell("textDocument/didChange", whole_change(uri("a.py"), 5, kLeaky));
  const Json edit = actions_at(client, uri("a.py"), 4)[0]["edit"];
  EXPECT_EQ(edit["documentChanges"][0]["textDocument"]["version"], 5);
}

TEST_F(LspServer, HoverShowsTheReasonsAndThePage) {
  LspClient client(
      with_folder(folder_.path(),
                  {{"textDocument", {{"hover", {{"contentFormat", Json::array({"markdown"})}}}}}}));
  client.tell("textDocument/didOpen", document(uri("a.py"), kLeaky));
  const Json hover = client.ask("textDocument/hover", place(uri("a.py"), 4, 30))["result"];
  const auto text = hover["contents"]["value"].get<std::string>();
  EXPECT_THAT(text, HasSubstr("[line 4](" + uri("a.py") + "#L4)"));
  EXPECT_THAT(text, HasSubstr("## Why it matters"));
  EXPECT_EQ(client.ask("textDocument/hover", place(uri("a.py"), 0, 0))["result"], nullptr);
}

// ---- the workspace --------------------------------------------------------------

// `evaluate` of other.py decides what is found in main.py.
const std::string kMain = R"(import torch
from other import Base

class Model(Base):
    def forward(self, x):
        return x

def evaluate(model, loader):
    model.eval()
    for x in loader:
        print(model(x).argmax())
)";

TEST_F(LspServer, FactsFollowTheEditsOfOtherFiles) {
  const std::string with =
      "import torch\nBase = torch.nn.Module\nclass Base(torch.nn.Module): ...\n";
  const std::string without = "class Base: ...\n";
  folder_.write("main.py", kMain);
  folder_.write("other.py", without);
  LspClient client(with_folder(folder_.path()));
  client.tell("textDocument/didOpen", document(uri("main.py"), kMain));
  client.tell("textDocument/didOpen", document(uri("other.py"), without));
  const Json before = client.diagnostics(uri("main.py"));
  client.tell("textDocument/didChange", whole_change(uri("other.py"), 2, with));
  client.settle();
  client.tell("textDocument/didChange", whole_change(uri("other.py"), 3, without));
  EXPECT_EQ(client.diagnostics(uri("main.py")), before);
}

TEST_F(LspServer, SurveysTheWorkspaceWithProgress) {
  folder_.write("a.py", kLeaky);
  folder_.write("b.py", "x = 1\n");
  LspClient client(with_folder(folder_.path(), {{"window", {{"workDoneProgress", true}}}}));
  const Json items =
      client.ask("workspace/diagnostic",
                 {{"previousResultIds", Json::array()}, {"workDoneToken", "t"}})["result"]["items"];
  ASSERT_THAT(items, SizeIs(2));
  EXPECT_THAT(items[0]["items"], SizeIs(1));
  EXPECT_THAT(items[1]["items"], IsEmpty());
  const auto progress = client.take("$/progress");
  ASSERT_THAT(progress, SizeIs(2));
  EXPECT_EQ(progress.front()["params"]["value"]["kind"], "begin");
  EXPECT_EQ(progress.back()["params"]["value"]["kind"], "end");

  const Json known = Json::array({{{"uri", items[0]["uri"]}, {"value", items[0]["resultId"]}}});
  const Json again = client.ask("workspace/diagnostic", {{"previousResultIds", known}});
  EXPECT_EQ(again["result"]["items"][0]["kind"], "unchanged");

  client.ask("workspace/executeCommand", {{"command", "mlfix.checkWorkspace"}});
  EXPECT_THAT(client.diagnostics(uri("a.py")), SizeIs(1));
  EXPECT_THAT(client.take("window/workDoneProgress/create"), SizeIs(1));
}

// As editors cancel: while it is at work, by the request or by the progress that they show.
TEST_F(LspServer, ASurveyIsCancelledWhileItIsAtWork) {
  for (const char* name : {"a.py", "b.py", "c.py"}) folder_.write(name, kLeaky);
  const auto survey_with = [&](const std::string& method, const Json& params) {
    LspClient client(with_folder(folder_.path(), {{"window", {{"workDoneProgress", true}}}}));
    client.send(R"({"jsonrpc": "2.0", "id": "s", "method": "workspace/executeCommand",
                    "params": {"command": "mlfix.checkWorkspace", "workDoneToken": "t"}})");
    client.server().work({});
    client.tell(method, params);
    client.settle();
    EXPECT_EQ(client.take("$/progress").back()["params"]["value"]["kind"], "end");
    const std::size_t seen = client.take("textDocument/publishDiagnostics").size();
    return std::pair(code_of(client.received().back()), seen);
  };
  constexpr int kCancelled = -32800;
  EXPECT_EQ(survey_with("$/cancelRequest", {{"id", "s"}}), std::pair(kCancelled, 1UL));
  EXPECT_EQ(survey_with("window/workDoneProgress/cancel", {{"token", "t"}}),
            std::pair(kCancelled, 1UL));
  EXPECT_EQ(survey_with("$/cancelRequest", {{"id", "t"}}), std::pair(0, 3UL)) << "another one";
}

TEST_F(LspServer, NotebooksAreOneModule) {
  LspClient client(with_folder(folder_.path()));
  const auto cell = [](const std::string& id) {
    return Json{{"kind", 2}, {"document", "cell:" + id}};
  };
  const auto text = [](const std::string& id, const std::string& source) {
    return Json{{"uri", "cell:" + id}, {"languageId", "python"}, {"version", 1}, {"text", source}};
  };
  const std::string loop =
      "%%time\nout = torch.empty(0)\nfor _ in loader:\n    out = torch.cat((out, torch.rand(1)))";
  const Json notebook = {{"uri", uri("n.ipynb")}, {"version", 1}};
  Json opened = notebook;
  opened["notebookType"] = "jupyter-notebook";
  opened["cells"] = Json::array({cell("1"), cell("2")});
  client.tell("notebookDocument/didOpen",
              {{"notebookDocument", opened},
               {"cellTextDocuments", Json::array({text("1", "import torch"), text("2", loop)})}});
  EXPECT_THAT(client.diagnostics("cell:1"), IsEmpty());
  const Json found = client.diagnostics("cell:2");
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0]["range"]["start"]["line"], 3);

  const Json fix = actions_at(client, "cell:2", 3)[0];
  std::string fixed;
  {
    TextDocument edited(loop);
    Json edits = fix["edit"]["changes"]["cell:2"];
    for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
      edited.replace(span_of((*edit)["range"]), (*edit)["newText"].get<std::string>(),
                     Encoding::Utf16);
    }
    fixed = edited.text();
  }
  EXPECT_EQ(fixed,
            "%%time\nout = torch.empty(0)\nout_parts = [out]\nfor _ in loader:\n"
            "    out_parts.append(torch.rand(1))\nout = torch.cat(out_parts)");

  // A cell between the two takes the import away from the loop.
  const Json splice = {{"array", {{"start", 0}, {"deleteCount", 1}}},
                       {"didClose", Json::array({{{"uri", "cell:1"}}})}};
  client.tell("notebookDocument/didChange",
              {{"notebookDocument", notebook}, {"change", {{"cells", {{"structure", splice}}}}}});
  EXPECT_THAT(client.diagnostics("cell:2"), IsEmpty());
  client.tell("notebookDocument/didClose",
              {{"notebookDocument", notebook}, {"cellTextDocuments", Json::array()}});
}

TEST_F(LspServer, SeveralRootsHaveTheirOwnConfiguration) {
  const std::filesystem::path strict = folder_.path() / "strict";
  const auto load = [&](const std::filesystem::path& folder) -> Result<Surroundings> {
    if (folder == strict) {
      return tl::unexpected(Error{ErrorKind::Configuration, "mlfix.yaml", 3, "is wrong", ""});
    }
    return testing::shipped_surroundings(folder);
  };
  folder_.write("strict/a.py", kLeaky);
  folder_.write("plain/a.py", kLeaky);
  const Json folders = Json::array(
      {{{"uri", uri("strict")}, {"name", "a"}}, {{"uri", uri("plain")}, {"name", "b"}}});
  LspClient client({{"workspaceFolders", folders}, {"capabilities", Json::object()}}, load);
  client.tell("textDocument/didOpen", document(uri("plain/a.py"), kLeaky));
  EXPECT_THAT(client.diagnostics(uri("plain/a.py")), SizeIs(1));
  EXPECT_THAT(client.take("window/showMessage"), IsEmpty());
  client.tell("textDocument/didOpen", document(uri("strict/a.py"), kLeaky));
  EXPECT_THAT(client.diagnostics(uri("strict/a.py")), IsEmpty());
  const auto shown = client.take("window/showMessage");
  ASSERT_THAT(shown, SizeIs(1));
  EXPECT_THAT(shown[0]["params"]["message"].get<std::string>(),
              HasSubstr("mlfix.yaml:3: is wrong"));
}

// To set a folder up takes processes of git.
TEST_F(LspServer, FoldersThatNobodyLooksIntoAreNotSetUp) {
  int loaded = 0;
  const auto load = [&](const std::filesystem::path& folder) -> Result<Surroundings> {
    ++loaded;
    return testing::shipped_surroundings(folder);
  };
  Json folders = Json::array({{{"uri", uri("here")}, {"name", "here"}}});
  for (int i = 0; i < 5000; ++i) {
    folders.push_back({{"uri", uri("gone" + std::to_string(i))}, {"name", "gone"}});
  }
  folder_.write("here/a.py", kLeaky);
  LspClient client({{"workspaceFolders", folders}, {"capabilities", Json::object()}}, load);
  EXPECT_EQ(loaded, 0);
  client.tell("textDocument/didOpen", document(uri("here/a.py"), kLeaky));
  EXPECT_THAT(client.diagnostics(uri("here/a.py")), SizeIs(1));
  client.tell("workspace/didChangeConfiguration", {{"settings", Json::object()}});
  EXPECT_THAT(client.diagnostics(uri("here/a.py")), SizeIs(1));
  EXPECT_EQ(loaded, 2);
}

}  // namespace
}  // namespace mlfix::lsp
