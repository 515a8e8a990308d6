// Explains colons in the notation of other languages: `{"a": 1}`, `{a: 1}`, `{:a: 1}` and blocks
// such as `if x > 5:`.

import { quoted } from "./failure.ts";

/** How much of the source around a colon is read. */
const longest = 200;

/** Words that begin a block whose first line ends with a colon. */
const block = /^[ \t]*(?:if|elif|else|for|while|def|class|try|except|with|lambda|return lambda)\b/;

/** Returns how to write the map entry or block around the word at `start`, which has a colon. */
export function colonAdvice(source: string, start: number, word: string): string {
  const line = source.slice(source.lastIndexOf("\n", start - 1) + 1, start + word.length);
  if (/^\s*\(?for \w[\w-]* in [^()]*:$/.test(line.slice(-longest)))
    return "write a loop as (for [x coll] body), or (doseq [x coll] body) for its effects";
  if (block.test(line.slice(0, longest)) || /\blambda \w*:?$/.test(line.slice(-longest)))
    return "blocks are in parentheses: write (if test then else), (for [x coll] body), (fn [x] body) or (defn name [x] body)";
  if (word === ":" && /\s\?\s[^?]*:$/.test(line.slice(-longest)))
    return "a condition is a call: write (if test then else)";
  const key = keyBefore(source, start, word);
  const value = valueAfter(source, start + word.length);
  if (key === undefined) return "a name must follow the colon directly";
  const entry = `write ${key}${value === undefined ? "" : ` ${value}`}`;
  return word.startsWith(":") && word !== ":"
    ? `a keyword does not end with a colon: ${entry}`
    : `the keys of a map have no colon after them: ${key.startsWith(":") ? entry : `write {${entry.slice("write ".length)}}`}`;
}

/** The key as it is written here: `"a"` for `"a":`, and `:a` for `a:`, `'a':` and `:a:`. */
function keyBefore(source: string, start: number, word: string): string | undefined {
  const name = word.replace(/^:+|:+$|'/g, "").split(":")[0] ?? "";
  if (name !== "") return quoted(/^\d/.test(name) ? name : `:${name}`);
  const before = source.slice(Math.max(0, start - longest), start);
  const text = /("(?:[^"\\]|\\.)*"|[^\s,()[\]{}"]+)\s*$/.exec(before)?.[1];
  return text === undefined ? undefined : quoted(text);
}

/** The value after the colon; `…` for a collection. */
function valueAfter(source: string, end: number): string | undefined {
  const after = source.slice(end, end + longest);
  const found = /^[\s,]*("(?:[^"\\]|\\.)*"|[^\s,()[\]{}"]+|[([{#])/.exec(after)?.[1];
  if (found === undefined) return undefined;
  return /^[([{#]/.test(found) ? "…" : quoted(found);
}
