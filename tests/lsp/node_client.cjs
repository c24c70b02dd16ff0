// A session over the libraries that Visual Studio Code's own client is made of:
// whatever they refuse of the server's messages ends it with a failure.
//
//     node node_client.cjs MLFIX FOLDER

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const rpc = require("vscode-languageserver-protocol/node");

const [mlfix, folder] = process.argv.slice(2);
const uri = (name) => pathToFileURL(path.join(folder, name)).href;
const text = (name) => fs.readFileSync(path.join(folder, name), "utf8");
const range = (line) => ({ start: { line, character: 0 }, end: { line, character: 0 } });

// What our diagnostics and edits must be by the guards of the types' own library.
function checkDiagnostics(list) {
  for (const one of list) assert(rpc.Diagnostic.is(one), JSON.stringify(one));
}

function start() {
  const server = spawn(mlfix, ["lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = rpc.createProtocolConnection(
    new rpc.StreamMessageReader(server.stdout),
    new rpc.StreamMessageWriter(server.stdin),
    { error: fail, warn: fail, info() {}, log() {} });
  connection.onError(fail);
  const unexpected = [];
  connection.onUnhandledNotification((message) => unexpected.push(message.method));
  const registered = [];
  connection.onRequest(rpc.RegistrationRequest.type, (params) => {
    registered.push(...params.registrations.map((one) => one.method));
  });
  connection.onRequest(rpc.WorkDoneProgressCreateRequest.type, () => {});
  connection.listen();
  return { server, connection, unexpected, registered };
}

function fail(problem) {
  console.error(problem);
  process.exit(1);
}

function next(connection, type, wanted) {
  return new Promise((resolve) => {
    const listener = connection.onNotification(type, (params) => {
      if (!wanted(params)) return;
      listener.dispose();
      resolve(params);
    });
  });
}

const CAPABILITIES = {
  textDocument: {
    publishDiagnostics: { relatedInformation: true, versionSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
    hover: { contentFormat: ["markdown", "plaintext"] },
  },
  workspace: {
    workspaceEdit: { documentChanges: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
  window: { workDoneProgress: true },
};

async function begin(connection, capabilities, options) {
  const started = await connection.sendRequest(rpc.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "project" }],
    capabilities,
    initializationOptions: options,
  });
  await connection.sendNotification(rpc.InitializedNotification.type, {});
  return started.capabilities;
}

async function end(client) {
  await client.connection.sendRequest(rpc.ShutdownRequest.type);
  const ended = new Promise((resolve) => client.server.on("exit", resolve));
  await client.connection.sendNotification(rpc.ExitNotification.type);
  assert.strictEqual(await ended, 0);
  assert.deepStrictEqual(client.unexpected, []);
}

function published(connection, name, wanted = () => true) {
  return next(connection, rpc.PublishDiagnosticsNotification.type,
    (params) => params.uri === uri(name) && wanted(params));
}

async function pushed() {
  const client = start();
  const { connection } = client;
  const capabilities = await begin(connection, CAPABILITIES, { debounce: 20 });
  assert.strictEqual(capabilities.textDocumentSync.change, rpc.TextDocumentSyncKind.Incremental);

  const opened = published(connection, "train.py");
  connection.sendNotification(rpc.DidOpenTextDocumentNotification.type, {
    textDocument: { uri: uri("train.py"), languageId: "python", version: 1, text: text("train.py") },
  });
  const first = await opened;
  assert.strictEqual(first.version, 1);
  assert.strictEqual(first.diagnostics.length, 1);
  checkDiagnostics(first.diagnostics);
  assert.strictEqual(first.diagnostics[0].relatedInformation.length > 0, true);
  assert.deepStrictEqual(client.registered, ["workspace/didChangeWatchedFiles"]);

  const at = first.diagnostics[0].range;
  const actions = await connection.sendRequest(rpc.CodeActionRequest.type, {
    textDocument: { uri: uri("train.py") }, range: at, context: { diagnostics: first.diagnostics },
  });
  for (const one of actions) assert(rpc.CodeAction.is(one), JSON.stringify(one));
  assert.deepStrictEqual(actions.map((one) => one.kind), ["quickfix", "quickfix", "source.fixAll.mlfix"]);
  const hover = await connection.sendRequest(rpc.HoverRequest.type, {
    textDocument: { uri: uri("train.py") }, position: at.start,
  });
  assert(rpc.Hover.is(hover));

  // A configuration that ignores the rule, then one that is wrong, then none.
  const configure = async (yaml, type) => {
    if (yaml === null) fs.unlinkSync(path.join(folder, "mlfix.yaml"));
    else fs.writeFileSync(path.join(folder, "mlfix.yaml"), yaml);
    await connection.sendNotification(rpc.DidChangeWatchedFilesNotification.type,
      { changes: [{ uri: uri("mlfix.yaml"), type }] });
  };
  const silent = published(connection, "train.py", (p) => p.diagnostics.length === 0);
  await configure("ignore: [cat-in-loop]\n", rpc.FileChangeType.Created);
  await silent;
  const warned = next(connection, rpc.ShowMessageNotification.type, () => true);
  await configure("ignore: [cat-in-lop]\n", rpc.FileChangeType.Changed);
  assert.match((await warned).message, /mlfix\.yaml:1: .*cat-in-loop/);
  const loud = published(connection, "train.py", (p) => p.diagnostics.length === 1);
  await configure(null, rpc.FileChangeType.Deleted);
  await loud;

  // The file that is not open is found by the command.
  const other = published(connection, "other.py");
  await connection.sendRequest(rpc.ExecuteCommandRequest.type, { command: "mlfix.checkWorkspace" });
  assert.strictEqual((await other).diagnostics.length, 1);

  await cancelled(connection, (source) => source.cancel());
  await cancelled(connection, (source, token) =>
    connection.sendNotification(rpc.WorkDoneProgressCancelNotification.type, { token }));
  await end(client);
}

// A survey that is taken back when its progress begins: the folder has files for a while.
async function cancelled(connection, takeBack) {
  const source = new rpc.CancellationTokenSource();
  const token = "taken back";
  const progress = connection.onProgress(rpc.WorkDoneProgress.type, token,
    (value) => { if (value.kind === "begin") takeBack(source, token); });
  const survey = connection.sendRequest(rpc.WorkspaceDiagnosticRequest.type,
    { previousResultIds: [], workDoneToken: token }, source.token);
  await assert.rejects(survey, (error) => error.code === rpc.LSPErrorCodes.RequestCancelled);
  progress.dispose();
}

async function pulled() {
  const client = start();
  const { connection } = client;
  const capabilities = await begin(connection,
    { ...CAPABILITIES, textDocument: { ...CAPABILITIES.textDocument, diagnostic: {} } },
    { workspaceDiagnostics: true });
  assert.strictEqual(capabilities.diagnosticProvider.workspaceDiagnostics, true);
  connection.sendNotification(rpc.DidOpenTextDocumentNotification.type, {
    textDocument: { uri: uri("train.py"), languageId: "python", version: 1, text: text("train.py") },
  });
  const report = await connection.sendRequest(rpc.DocumentDiagnosticRequest.type,
    { textDocument: { uri: uri("train.py") } });
  assert.strictEqual(report.kind, rpc.DocumentDiagnosticReportKind.Full);
  assert.strictEqual(report.items.length, 1);
  checkDiagnostics(report.items);

  const partial = [];
  const progress = [];
  connection.onProgress(rpc.WorkspaceDiagnosticRequest.partialResult, "parts",
    (value) => partial.push(...value.items));
  connection.onProgress(rpc.WorkDoneProgress.type, "work", (value) => progress.push(value.kind));
  await connection.sendRequest(rpc.WorkspaceDiagnosticRequest.type,
    { previousResultIds: [], partialResultToken: "parts", workDoneToken: "work" });
  const leaky = partial.filter((one) => one.items.length > 0);
  assert.deepStrictEqual(leaky.map((one) => one.uri).sort(), [uri("other.py"), uri("train.py")]);
  assert.strictEqual(progress[0], "begin");
  assert.strictEqual(progress.at(-1), "end");
  await end(client);
}

pushed().then(pulled).then(() => process.exit(0), fail);
