// From a model's answer to the program in it: one fenced block, or a bare expression that starts the answer.

/** The program of an answer, or why there is none. */
export type ExtractedProgram =
  | { readonly ok: true; readonly source: string }
  | { readonly ok: false; readonly reason: "no_code_found" }
  | { readonly ok: false; readonly reason: "multiple_code_blocks"; readonly count: number };

// The fence must start its line; the last block may lack its end, as when an answer was cut.
const fencedBlock = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)[^\n]*\n([\s\S]*?)(?:^[ \t]*\1[`~]*[ \t]*$|(?![\s\S]))/gm;
const programTags: ReadonlySet<string> = new Set(["", "clojure", "clj", "cljs", "edn", "lisp", "ptc", "ptc-lisp"]);

/** Finds the program in a model's answer. Blocks tagged as another language are no programs. */
export function extractProgram(answer: string): ExtractedProgram {
  const text = normalised(answer);
  const blocks = [...text.matchAll(fencedBlock)]
    .filter((match) => programTags.has((match[2] ?? "").toLowerCase()))
    .map((match) => (match[3] ?? "").trim())
    .filter((source) => source !== "");
  const [only] = blocks;
  if (blocks.length > 1) return { ok: false, reason: "multiple_code_blocks", count: blocks.length };
  if (only !== undefined) return { ok: true, source: only };
  const bare = text.trim();
  return bare.startsWith("(") && bare.endsWith(")") ? { ok: true, source: bare } : { ok: false, reason: "no_code_found" };
}

/** Without byte-order marks, invisible spaces and carriage returns, which no program means. */
function normalised(answer: string): string {
  return answer.replace(/[\uFEFF\u200B\u200C\u2060]/g, "").replace(/\r\n?/g, "\n");
}
