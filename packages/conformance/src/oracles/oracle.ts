// An oracle: a host of Clojure that runs programs. Each is one child process, which receives
// program after program.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { readPrintedValue } from "../printed-value.ts";
import { outputLines, type Answer } from "./answer.ts";
import { LineProcess } from "./line-process.ts";

export interface Oracle {
  readonly name: "clojure" | "nbb";
  answer(program: string): Promise<Answer>;
  stop(): void;
}

/** The default milliseconds for one program. */
const usualLimit = 5_000;

/** Returns ClojureScript on Node. */
export function nbbOracle(timeLimit = usualLimit): Oracle {
  return oracle(
    "nbb",
    new LineProcess(process.execPath, [join(import.meta.dirname, "nbb-driver.ts")]),
    timeLimit,
  );
}

/** Returns JVM Clojure, or undefined if it isn't installed. */
export function clojureOracle(timeLimit = usualLimit): Oracle | undefined {
  const isInstalled = spawnSync("clojure", ["-e", "1"]).status === 0;
  return isInstalled
    ? oracle(
        "clojure",
        new LineProcess("clojure", [join(import.meta.dirname, "clojure-driver.clj")]),
        timeLimit,
      )
    : undefined;
}

function oracle(name: Oracle["name"], lineProcess: LineProcess, timeLimit: number): Oracle {
  return {
    name,
    answer: async (program) =>
      answerOf(await lineProcess.ask(JSON.stringify(program), timeLimit), timeLimit),
    stop: () => lineProcess.stop(),
  };
}

/**
 * Parses an answer. Both drivers write three printed texts: `["value" printed-value output]` or
 * `["error" message output]`.
 */
function answerOf(line: string | undefined, timeLimit: number): Answer {
  if (line === undefined) return { kind: "none", message: `no end within ${String(timeLimit)} ms` };
  const answer = readPrintedValue(line);
  const [kind, text = "", output = ""] =
    answer?.kind === "vector"
      ? answer.items.map((item) => (item.kind === "text" ? item.value : ""))
      : [];
  if (kind === "value") return { kind: "value", text, output: outputLines(output) };
  return unknownNames.test(text)
    ? { kind: "none", message: text }
    : { kind: "error", error: "any", message: text };
}

/** The messages of both hosts for unknown names. */
const unknownNames =
  /Unable to resolve (symbol|classname|var)|No such (var|namespace)|Could not (resolve symbol|find namespace)|ClassNotFoundException|Unable to find static field|No reader function/;
