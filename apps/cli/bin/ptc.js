#!/usr/bin/env node
// The executable `ptc`: passes its arguments to the built command line and ends with its exit code.
// On a Node that is too old it starts again with a newer one that this repository has fetched;
// where there is none, it says which Node is needed. This is plain JavaScript that older versions
// of Node can read.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const oldestNode = 22;
const cannotStart = 2;

if (majorOf(process.versions.node) < oldestNode) await startAgain();
else await start();

async function start() {
  // Imported by the name of the package: the built files, or the sources when Node runs with the
  // condition `@ptc/source`.
  const commandLine = import.meta.resolve("@ptc/cli");
  if (!existsSync(fileURLToPath(commandLine))) {
    stop('ptc is not built yet: run "npm run build".');
    return;
  }
  const { main } = /** @type {typeof import("../src/index.ts")} */ (await import(commandLine));
  // A mission may have left something running, such as a timer. Everything is written by now, so
  // the process ends.
  process.exit(await main(process.argv.slice(2)));
}

async function startAgain() {
  const node = findFetchedNode(fileURLToPath(new URL("../../../.cache/node", import.meta.url)));
  if (node === undefined) {
    stop(
      `ptc needs Node ${oldestNode} or newer, and this is ${process.version}: install a newer Node, then run it again.`,
    );
    return;
  }
  const { spawn } = await import("node:child_process");
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  child.on("error", (error) => stop(`ptc: the fetched Node cannot be started: ${error.message}`));
  child.on("close", (code) => {
    process.exitCode = code ?? 1;
  });
  // Ctrl-C at a terminal also reaches the child; any other signal reaches only this process.
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
}

/** @param {string} message */
function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = cannotStart;
}

/**
 * The newest fetched Node, if it is new enough.
 * @param {string} folder
 * @returns {string | undefined}
 */
function findFetchedNode(folder) {
  if (!existsSync(folder)) return undefined;
  const versions = readdirSync(folder).filter(
    (name) => /^\d+\.\d+\.\d+$/.test(name) && majorOf(name) >= oldestNode,
  );
  for (const version of versions.sort((left, right) =>
    right.localeCompare(left, "en", { numeric: true }),
  )) {
    const modules = join(folder, version, "node_modules");
    if (!existsSync(modules)) continue;
    for (const name of readdirSync(modules)) {
      const node = join(modules, name, "bin", process.platform === "win32" ? "node.exe" : "node");
      if (existsSync(node)) return node;
    }
  }
  return undefined;
}

/** @param {string} version */
function majorOf(version) {
  return Number.parseInt(version, 10);
}
