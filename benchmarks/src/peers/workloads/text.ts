// Strings and regular expressions.
import { logLines, logText } from "../data.ts";
import { faster, within, type Workload } from "../workload.ts";

export const textWorkloads: readonly Workload[] = [
  {
    name: "split, search, upper-case, join and replace in 1 MB of text",
    start: "source",
    data: { text: logText(1_000_000) },
    programs: {
      lisp: `(let [lines (str/split-lines data/text)
      errors (filter #(str/includes? % "error") lines)]
  {:lines (count lines) :errors (count errors)
   :shouted (count (str/join "\\n" (map str/upper-case errors)))
   :replaced (count (str/replace data/text "error" "failure"))})`,
      python: `lines = text.split("\\n")
errors = [line for line in lines if "error" in line]
{"lines": len(lines), "errors": len(errors), "shouted": len("\\n".join([line.upper() for line in errors])), "replaced": len(text.replace("error", "failure"))}`,
      javascript: `const lines = text.split("\\n");
const errors = lines.filter((line) => line.includes("error"));
return { lines: lines.length, errors: errors.length, shouted: errors.map((line) => line.toUpperCase()).join("\\n").length, replaced: text.replaceAll("error", "failure").length };`,
      clojure: `(let [lines (clojure.string/split-lines text)
      errors (filter #(clojure.string/includes? % "error") lines)]
  {:lines (count lines) :errors (count errors)
   :shouted (count (clojure.string/join "\\n" (map clojure.string/upper-case errors)))
   :replaced (count (clojure.string/replace text "error" "failure"))})`,
    },
    targets: [faster("quickjs", 1), within("isolated-vm", 1.5)],
  },
  {
    name: "a regular expression over 10,000 lines",
    start: "source",
    data: { lines: logLines(10_000) },
    programs: {
      lisp: '(reduce + 0 (map (fn [line] (if-let [[_ _ duration] (re-find #"user=(\\w+) took=(\\d+)ms" line)] (parse-long duration) 0)) data/lines))',
      python:
        'import re\npattern = re.compile(r"user=(\\w+) took=(\\d+)ms")\ntotal = 0\nfor line in lines:\n    found = pattern.search(line)\n    if found:\n        total += int(found.group(2))\ntotal',
      javascript:
        "return lines.reduce((total, line) => { const found = /user=(\\w+) took=(\\d+)ms/.exec(line); return total + (found ? Number(found[2]) : 0); }, 0);",
      clojure:
        '(reduce + 0 (map (fn [line] (if-let [[_ _ duration] (re-find #"user=(\\w+) took=(\\d+)ms" line)] (parse-long duration) 0)) lines))',
    },
    targets: [faster("quickjs", 1), within("isolated-vm", 1.5)],
  },
];
