// Evaluates programs in ClojureScript, many per second; driver.ts has the loop. All programs share
// one namespace. That is safe, because generated programs define names before they use them.

import { loadString } from "nbb";
import { clojureScriptPrelude } from "./clojurescript-spelling.ts";
import type { Answer } from "../oracles/answer.ts";
import { drive } from "./driver.ts";

/** Messages of nbb for unknown names. They give no information about a program's answer. */
const unknownName =
  /Unable to resolve|Could not (resolve|find)|No such (var|namespace)|Function\.prototype\.apply was called on/;

async function answerTo(program: string): Promise<Answer> {
  try {
    return {
      kind: "value",
      text: String(
        await loadString(`(binding [*print-namespace-maps* false] (pr-str (do ${program}\n)))`),
      ),
      output: [],
    };
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    return unknownName.test(message)
      ? { kind: "none", message }
      : { kind: "error", error: "any", message };
  }
}

await loadString(
  "(require '[clojure.string :as str] '[clojure.set :as set] '[clojure.walk :as walk])",
);
await loadString(clojureScriptPrelude);
await drive(answerTo);
