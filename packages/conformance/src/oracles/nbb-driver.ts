// Evaluates programs in ClojureScript. Reads one JSON string per line, evaluates it in a new
// namespace and writes one line, ["value" printed-value output] or ["error" message ""]. Runs as a
// child process (see oracle.ts).

import { createInterface } from "node:readline";
import { loadString } from "nbb";

const libraries =
  "[clojure.string :as str] [clojure.set :as set] [clojure.walk :as walk] [clojure.math]";

function answer(parts: readonly string[]): void {
  process.stdout.write(`[${parts.map((part) => JSON.stringify(part)).join(" ")}]\n`);
}

async function evaluate(program: string, ordinal: number): Promise<readonly string[]> {
  try {
    // The namespace is for this source only. The program ends on a separate line, in case its last
    // line is a comment.
    const source = `(ns program-${String(ordinal)} (:require ${libraries})) (let [value (atom nil)
      output (with-out-str (reset! value (binding [*print-length* 1000] (pr-str (do ${program}\n)))))] (pr-str [@value output]))`;
    const printed = await loadString(source);
    return ["pair", String(printed)];
  } catch (error) {
    return ["error", error instanceof Error ? error.message : String(error), ""];
  }
}

let ordinal = 0;
process.stdout.write("ready\n");
for await (const line of createInterface(process.stdin)) {
  const [kind, text = "", output = ""] = await evaluate(String(JSON.parse(line)), ordinal++);
  // A pair is already printed as `["value" "output"]`.
  if (kind === "pair") process.stdout.write(`["value" ${text.slice(1, -1)}]\n`);
  else answer([kind ?? "error", text, output]);
}
