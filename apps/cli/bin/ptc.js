#!/usr/bin/env node
// The executable `ptc`: passes its arguments to the built command line and exits with its exit
// code. In this repository it restarts on a newer fetched Node if this one can't run TypeScript,
// and runs the sources if nothing is built. On a Node that is too old for the command line, it
// still shows the help. It is plain JavaScript for older versions of Node, and CommonJS, which Node
// starts faster than modules.
"use strict";

const { existsSync, readFileSync, readdirSync } = require("node:fs");
const path = require("node:path");

/** The same as `engines` in package.json. */
const oldest = "20.19.0";
/** The first version that runs missions in TypeScript. */
const oldestForTypeScript = "22.18.0";
const cannotStart = 2;
const repository = path.join(__dirname, "../../..");

const { node: version } = process.versions;
const runsTypeScript = isAtLeast(version, oldestForTypeScript);
const newerNode = runsTypeScript ? undefined : findFetchedNode();
if (newerNode !== undefined) startAgain(newerNode);
else if (runsTypeScript || isAtLeast(version, oldest)) void start(process.argv.slice(2));
else reportNeededNode();

/** @param {string[]} words */
async function start(words) {
  const soon = words[0] === "eval" && !runsSources() ? await cachedScript() : undefined;
  const code = await soon?.firstAnswer(words.slice(1));
  if (code === undefined && isUnbuiltCheckout()) {
    startUnbuilt();
    return;
  }
  // A mission may have left timers running. All output is written by now, so end the process.
  process.exit(code ?? (await inFull(words)));
}

/** True in this repository before its first build. */
function isUnbuiltCheckout() {
  const built = path.join(__dirname, "../dist/index.js");
  return !runsSources() && !existsSync(built) && existsSync(`${repository}/scripts/pins.json`);
}

/** Runs the sources, if the dependencies are installed and this Node can run TypeScript. */
function startUnbuilt() {
  if (!existsSync(path.join(__dirname, "../node_modules")))
    stop('ptc needs its dependencies: run "npm run build" in the repository first.');
  else if (runsTypeScript) startAgain(process.execPath, ["--conditions=@ptc/source"]);
  else
    stop(
      `ptc is not built, and Node ${version} can't run its sources: run "npm run build", or use Node ${oldestForTypeScript} or newer.`,
    );
}

/** True if Node runs with the condition that resolves packages to their sources. */
function runsSources() {
  return [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].some((option) =>
    option.includes("@ptc/source"),
  );
}

/**
 * The exports of the start file of `@ptc/lisp`.
 * @typedef {{ withLanguage(folder: string, first: string): ReturnType<typeof cachedScript> }} Start
 */

/**
 * Loads the short command line with cached compiled code. Resolves to undefined if there is no
 * cache and none can be created.
 * @returns {Promise<typeof import("../src/start/first-answer.ts") | undefined>}
 */
async function cachedScript() {
  try {
    const installed = path.dirname(__dirname);
    const language = /** @type {Start} */ (loaded(languageFolder(installed), "start.cjs"));
    return await language.withLanguage(`${installed}/dist/scripts`, "first-answer.js");
  } catch {
    return undefined;
  }
}

/**
 * Finds the built files of `@ptc/lisp`. Node would look in the same folders, but takes longer.
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
 * Returns the exports of a file. For a known path, this is faster than `require`.
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
  // The name of the package resolves to the built files, or to the sources.
  const commandLine = require.resolve("@ptc/cli");
  const { pathToFileURL } = require("node:url");
  const { main } = /** @type {typeof import("../src/index.ts")} */ (
    await import(pathToFileURL(commandLine).href)
  );
  return main(words);
}

function reportNeededNode() {
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

/**
 * @param {string} node
 * @param {string[]} options
 */
function startAgain(node, options = []) {
  const { spawn } = require("node:child_process");
  const child = spawn(node, [...options, __filename, ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  child.on("error", (error) => stop(`ptc: can't start ${node}: ${error.message}`));
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
 * Finds the newest Node that this repository fetched. Elsewhere, folders of that name are not ours.
 * @returns {string | undefined}
 */
function findFetchedNode() {
  const folder = path.join(repository, ".cache", "node");
  if (!existsSync(path.join(repository, "scripts", "pins.json")) || !existsSync(folder))
    return undefined;
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
 * Compares versions such as "20.19.0" number by number. `localeCompare` would load the rules of a
 * language, which takes longer than a short evaluation.
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
