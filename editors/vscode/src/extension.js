// Starts `mlfix lsp` and lets Visual Studio Code's own client do the rest.

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function makeClient() {
  const settings = vscode.workspace.getConfiguration("mlfix");
  const run = {
    command: settings.get("path"),
    args: ["lsp", ...settings.get("arguments")],
    transport: TransportKind.stdio,
  };
  return new LanguageClient("mlfix", "mlfix", { run, debug: run }, {
    documentSelector: [{ language: "python" }],
    initializationOptions: { workspaceDiagnostics: settings.get("workspaceDiagnostics") },
  });
}

async function stop() {
  const old = client;
  client = undefined;
  if (old) await old.dispose();
}

async function start() {
  await stop();
  client = makeClient();
  try {
    await client.start();
  } catch (error) {
    const message = `mlfix can't be started: ${error.message}. Is mlfix.path right?`;
    vscode.window.showErrorMessage(message);
  }
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("mlfix.restart", start),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("mlfix")) start();
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
