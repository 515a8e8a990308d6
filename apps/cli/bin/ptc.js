#!/usr/bin/env node
// The executable `ptc`: passes its arguments to the built command line and ends with its exit code.
// In this repository it starts again on a newer Node that was fetched, where this one does not run
// TypeScript. On a Node that is too old for the command line it still says what there is. This is
// plain JavaScript that older versions of Node can read, and CommonJS, which Node starts sooner
// than modules.
"use strict";

const { existsSync, readFileSync, readdirSync } = require("node:fs");
const path = require("node:path");

/** As `engines` of package.json says. */
const oldest = "20.19.0";
/** The first that runs missions written in TypeScript. */
const oldestForTypeScript = "22.18.0";
const cannotStart = 2;

const { node: version } = process.versions;
const runsTypeScript = isAtLeast(version, oldestForTypeScript);
const newerNode = runsTypeScript ? undefined : findFetchedNode();
if (newerNode !== undefined) startAgain(newerNode);
else if (runsTypeScript || isAtLeast(version, oldest)) void start(process.argv.slice(2));
else tellWhatIsNeeded();

/** @param {string[]} words */
async function start(words) {
  const soon = words[0] === "eval" && !runsSources() ? await keptScript() : undefined;
  const code = await soon?.firstAnswer(words.slice(1));
  // A mission may have left something running, such as a timer. Everything is written by now, so
  // the process ends.
  process.exit(code ?? (await inFull(words)));
}

/** Whether Node runs with the condition under which packages are their sources. */
function runsSources() {
  return [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].some((option) =>
    option.includes("@ptc/source"),
  );
}

/**
 * What the start file of `@ptc/lisp` exports.
 * @typedef {{ withLanguage(folder: string, first: string): ReturnType<typeof keptScript> }} Start
 */

/**
 * What answers from compiled code that an earlier start has kept. Undefined where there is none and
 * none can be kept.
 * @returns {Promise<typeof import("../src/start/first-answer.ts") | undefined>}
 */
async function keptScript() {
  try {
    const installed = path.dirname(__dirname);
    const language = /** @type {Start} */ (loaded(languageFolder(installed), "start.cjs"));
    return await language.withLanguage(`${installed}/dist/scripts`, "first-answer.js");
  } catch {
    return undefined;
  }
}

/**
 * Where the built files of `@ptc/lisp` are: Node looks in the same places, and takes a while to
 * resolve a name.
 * @param {string} installed
 */
function languageFolder(installed) {
  const inside = `${installed}/node_modules/@ptc/lisp/dist`;
  const beside = `${path.dirname(installed)}/lisp/dist`;
  return (
    [inside, beside].find((folder) => existsSync(folder)) ??
    path.dirname(require.resolve("@ptc/lisp/node/fast"))
  );
}

/**
 * What a file exports. For a file that is known, `require` takes longer to look for it than this
 * to load it.
 * @param {string} folder
 * @param {string} name
 */
function loaded(folder, name) {
  const filename = `${folder}/${name}`;
  const variables = ["module", "exports", "require", "__dirname"];
  const { compileFunction } = require("node:vm");
  const run = compileFunction(readFileSync(filename, "utf8"), variables, { filename });
  const module = { exports: /** @type {unknown} */ ({}) };
  Reflect.apply(run, undefined, [module, module.exports, require, folder]);
  return module.exports;
}

/**
 * @param {string[]} words
 * @returns {Promise<number>}
 */
async function inFull(words) {
  // Found by the name of the package: the built files, or the sources.
  const commandLine = require.resolve("@ptc/cli");
  if (!existsSync(commandLine)) {
    stop('ptc is not built yet: run "npm run build".');
    return cannotStart;
  }
  const { pathToFileURL } = require("node:url");
  const { main } = /** @type {typeof import("../src/index.ts")} */ (
    await import(pathToFileURL(commandLine).href)
  );
  return main(words);
}

function tellWhatIsNeeded() {
  const needed = `ptc needs Node ${oldest} or newer, and this is ${version}: install a newer Node, then run it again.`;
  const help = path.join(__dirname, "../dist/help.txt");
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
function startAgain(node) {
  const { spawn } = require("node:child_process");
  const child = spawn(node, [__filename, ...process.argv.slice(2)], {
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
  const root = path.join(__dirname, "../../..");
  const folder = path.join(root, ".cache", "node");
  if (!existsSync(path.join(root, "scripts", "pins.json")) || !existsSync(folder)) return undefined;
  const versions = readdirSync(folder).filter(
    (name) => /^\d+\.\d+\.\d+$/.test(name) && isAtLeast(name, oldestForTypeScript),
  );
  for (const version of versions.sort((left, right) => (isAtLeast(left, right) ? -1 : 1))) {
    const modules = path.join(folder, version, "node_modules");
    if (!existsSync(modules)) continue;
    for (const name of readdirSync(modules)) {
      const node = path.join(
        modules,
        name,
        "bin",
        process.platform === "win32" ? "node.exe" : "node",
      );
      if (existsSync(node)) return node;
    }
  }
  return undefined;
}

/**
 * Both such as "20.19.0". They are compared number by number: to load the rules of a language, as
 * `localeCompare` does, takes longer than an answer.
 * @param {string} version
 * @param {string} bound
 */
function isAtLeast(version, bound) {
  const least = bound.split(".");
  for (const part of version.split(".")) {
    const difference = Number.parseInt(part, 10) - Number(least.shift() ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
