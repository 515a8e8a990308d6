// Starts `ptc lsp` of the opened folder, and connects VS Code to it.
"use strict";

const { existsSync } = require("node:fs");
const { join } = require("node:path");
const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const isWindows = process.platform === "win32";

/** @type {LanguageClient | undefined} */
let client;

/** @param {import("vscode").ExtensionContext} context */
async function activate(context) {
  if (workspace.isTrusted) await start();
  else context.subscriptions.push(workspace.onDidGrantWorkspaceTrust(start));
  context.subscriptions.push(
    workspace.onDidChangeConfiguration(async (change) => {
      if (!change.affectsConfiguration("ptc.path") || !workspace.isTrusted) return;
      await deactivate();
      await start();
    }),
  );
}

async function start() {
  const folder = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file")?.uri.fsPath;
  const command = commandOf(folder);
  if (command === undefined) {
    void window.showWarningMessage(
      "PTC-Lisp: this folder has no ptc. Install it with `npm install --save-dev @ptc/cli`, or set `ptc.path`.",
    );
    return;
  }
  client = new LanguageClient(
    "ptc",
    "PTC-Lisp",
    {
      // A command file of Windows needs a shell, and a path with spaces then needs quotes.
      command: isWindows ? `"${command}"` : command,
      args: ["lsp"],
      options: { cwd: folder, shell: isWindows },
    },
    {
      documentSelector: [
        { scheme: "file", language: "ptc-lisp" },
        { scheme: "untitled", language: "ptc-lisp" },
      ],
    },
  );
  try {
    await client.start();
  } catch (error) {
    void window.showErrorMessage(`PTC-Lisp: ${command} lsp can't be started: ${String(error)}`);
  }
}

/**
 * Returns the setting, or the command of the folder.
 * @param {string | undefined} folder
 * @returns {string | undefined}
 */
function commandOf(folder) {
  const path = workspace.getConfiguration("ptc").get("path", "");
  if (path !== "") return path;
  if (folder === undefined) return undefined;
  const local = join(folder, "node_modules", ".bin", isWindows ? "ptc.cmd" : "ptc");
  return existsSync(local) ? local : undefined;
}

async function deactivate() {
  const running = client;
  client = undefined;
  await running?.stop().catch(() => undefined);
}

module.exports = { activate, deactivate };
