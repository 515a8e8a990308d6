import { describe, expect, test } from "vitest";
import { extractProgram } from "./extract-program.ts";

const sourceOf = (answer: string): string | undefined => {
  const extracted = extractProgram(answer);
  return extracted.ok ? extracted.source : undefined;
};

describe("extractProgram", () => {
  test("takes the program out of one fenced block, whatever stands around it", () => {
    expect(sourceOf("```clojure\n(+ 1 2)\n```")).toBe("(+ 1 2)");
    expect(sourceOf("Let me look.\n\n```lisp\n(count data/rows)\n```\nDone.")).toBe("(count data/rows)");
    expect(sourceOf("```\n(a)\n(b)\n```")).toBe("(a)\n(b)");
    expect(sourceOf("~~~ptc-lisp\n(a)\n~~~")).toBe("(a)");
    expect(sourceOf("\uFEFF```clojure\r\n(+ 1\u200B 2)\r\n```\r\n")).toBe("(+ 1 2)");
  });

  test("takes what there is of a block that was cut", () => {
    expect(sourceOf("```clojure\n(+ 1 2)")).toBe("(+ 1 2)");
  });

  test("takes a bare expression", () => {
    expect(sourceOf("  (return {:result 42})\n")).toBe("(return {:result 42})");
    expect(sourceOf("(def a 1)\n(return a)")).toBe("(def a 1)\n(return a)");
  });

  test("passes over blocks of other languages and empty ones", () => {
    expect(sourceOf('```json\n{"a": 1}\n```\n```clojure\n(a)\n```\n```clojure\n\n```')).toBe("(a)");
  });

  test("says what is wrong otherwise", () => {
    expect(extractProgram("I'm thinking about this...")).toEqual({ ok: false, reason: "no_code_found" });
    expect(extractProgram("")).toEqual({ ok: false, reason: "no_code_found" });
    expect(extractProgram("```clojure\n(a)\n```\n```clojure\n(b)\n```")).toEqual({ ok: false, reason: "multiple_code_blocks", count: 2 });
  });

  test("two megabytes of fences end in milliseconds of work, not in backtracking", () => {
    const answer = "```clojure\n".repeat(180_000);
    expect(extractProgram(answer).ok).toBe(true);
  });
});
