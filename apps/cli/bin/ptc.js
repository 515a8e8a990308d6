#!/usr/bin/env node
// The executable `ptc`: passes its arguments to the built command line and ends with its exit code.
// In this repository it starts again on a newer Node that was fetched, where this one does not run
// TypeScript. On a Node that is too old for the command line it still says what there is. This is
// plain JavaScript that older versions of Node can read.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** As `engines` of package.json says. */
const oldest = "20.19.0";
/** The first that runs missions written in TypeScript. */
const oldestForTypeScript = "22.18.0";
const cannotStart = 2;

const { node: version } = process.versions;
const newerNode = isAtLeast(version, oldestForTypeScript) ? undefined : findFetchedNode();
if (newerNode !== undefined) await startAgain(newerNode);
else if (isAtLeast(version, oldest)) await start();
else tellWhatIsNeeded();

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

function tellWhatIsNeeded() {
  const needed = `ptc needs Node ${oldest} or newer, and this is ${version}: install a newer Node, then run it again.`;
  const help = new URL("../dist/help.txt", import.meta.url);
  if (!asksForHelp(process.argv.slice(2)) || !existsSync(help)) {
    stop(needed);
    return;
  }
  process.stdout.write(readFileSync(help, "utf8"));
  process.stderr.write(`${needed}\n`);
}

/** @param {string[]} words */
function asksForHelp(words) {
  return (
    words.length === 0 || words[0] === "help" || words.some((word) => /^(-h|--help)$/.test(word))
  );
}

/** @param {string} node */
async function startAgain(node) {
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
 * The newest Node that this repository has fetched. Nothing where the package is installed
 * elsewhere: what lies in a folder of that name there is somebody else's.
 * @returns {string | undefined}
 */
function findFetchedNode() {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const folder = join(root, ".cache", "node");
  if (!existsSync(join(root, "scripts", "pins.json")) || !existsSync(folder)) return undefined;
  const versions = readdirSync(folder).filter(
    (name) => /^\d+\.\d+\.\d+$/.test(name) && isAtLeast(name, oldestForTypeScript),
  );
  for (const version of versions.sort((left, right) => (isAtLeast(left, right) ? -1 : 1))) {
    const modules = join(folder, version, "node_modules");
    if (!existsSync(modules)) continue;
    for (const name of readdirSync(modules)) {
      const node = join(modules, name, "bin", process.platform === "win32" ? "node.exe" : "node");
      if (existsSync(node)) return node;
    }
  }
  return undefined;
}

/**
 * Both such as "20.19.0".
 * @param {string} version
 * @param {string} bound
 */
function isAtLeast(version, bound) {
  return version.localeCompare(bound, "en", { numeric: true }) >= 0;
}
