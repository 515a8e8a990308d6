// Runs one step of the preparation: a program whose output is shown only if it fails. Prints the
// step and its progress: on one changing line at a terminal, otherwise in occasional lines.
import { spawn } from "node:child_process";
import { isAbsolute } from "node:path";

const TICK_MS = 500;
/** Milliseconds between two lines if there is no terminal. */
const LINE_MS = 5_000;

/** An error that the person can act on; shown as one line, without a stack. */
export class BootstrapError extends Error {}

/**
 * True if the output of npm or pnpm says that the registry couldn't be reached (as opposed to any
 * other failure).
 * @param {string} output
 */
export function isRegistryUnreachable(output) {
  const ofNpm =
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT/;
  const ofPnpm =
    /ERR_PNPM_NO_OFFLINE|error sending request|client error \(connect\)|tcp connect error|lookup address information/i;
  const unwrapped = output.replace(/[\s│├╰─▶]+/g, " ");
  return ofNpm.test(unwrapped) || ofPnpm.test(unwrapped);
}

/**
 * `progressOf` returns the command's progress from its output. `explain` returns the meaning of a
 * failure that the output doesn't explain well. `usesRegistry`: it fetches from npm's registry.
 * @typedef {(output: string) => string} Progress
 * @typedef {(output: string) => string | undefined} Explain
 * @typedef {{
 *   cwd: string, env: Record<string, string>, progressOf?: Progress, explain?: Explain,
 *   usesRegistry?: boolean,
 * }} Where
 */

/**
 * Runs a command and hides its output. Throws an error with the relevant output if it fails.
 * @param {string} label
 * @param {readonly string[]} command
 * @param {Where} where
 * @returns {Promise<void>}
 */
export async function runStep(
  label,
  [program = "", ...programArguments],
  { cwd, env, progressOf = () => "", explain = () => undefined, usesRegistry = false },
) {
  let output = "";
  const telling = tellProgress(label, () => progressOf(output));
  const child = spawn(program, programArguments, {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    // On Windows, npm is a script that a shell must start.
    shell: process.platform === "win32" && !isAbsolute(program),
  });
  const stopChild = () => child.kill();
  process.once("exit", stopChild);
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => (output = (output + String(chunk)).slice(-100_000)));
  const code = await exitCodeOf(child).catch(String);
  process.off("exit", stopChild);
  telling.end(code === 0);
  if (code === 0) return;
  const explained = explain(output);
  if (explained !== undefined) throw new BootstrapError(explained);
  if (usesRegistry && isRegistryUnreachable(output)) {
    throw new BootstrapError(
      "The npm registry cannot be reached: check the network (and npm's registry and proxy settings), then run again.",
    );
  }
  throw new BootstrapError(`${output.trimEnd()}\n${label} failed (${String(code)}).`);
}

/**
 * Writes the step and its progress to standard error.
 * @param {string} label
 * @param {() => string} progress
 * @returns {{ end: (isDone: boolean) => void }}
 */
function tellProgress(label, progress) {
  const startedAt = Date.now();
  const elapsed = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  const isTerminal = process.stderr.isTTY;
  let written = "";
  const tell = () => {
    const far = progress();
    if (isTerminal) {
      const line = `${label} ... ${elapsed()}${far === "" ? "" : `: ${far}`}`;
      // A line wider than the terminal can't be overwritten.
      process.stderr.write(`\r${line.slice(0, (process.stderr.columns || 80) - 1)}\u001b[K`);
    } else if (far !== written) {
      process.stderr.write(`  ${elapsed()}: ${far}\n`);
      written = far;
    }
  };
  if (!isTerminal) process.stderr.write(`${label} ...\n`);
  const ticker = setInterval(tell, isTerminal ? TICK_MS : LINE_MS);
  return {
    end: (isDone) => {
      clearInterval(ticker);
      const start = isTerminal ? "\r\u001b[K" : "";
      process.stderr.write(`${start}${label}: ${isDone ? "done" : "failed"} after ${elapsed()}\n`);
    },
  };
}

/**
 * @param {import("node:child_process").ChildProcess} child @returns {Promise<number>} 1 for a
 * signal
 */
export function exitCodeOf(child) {
  return new Promise((resolve, reject) =>
    child.on("error", reject).on("close", (code) => resolve(code ?? 1)),
  );
}
