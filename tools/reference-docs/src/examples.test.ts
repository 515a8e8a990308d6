import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { examplesOf } from "./examples.ts";
import { code, example, prose, table } from "./markdown.ts";
import { fillTemplate } from "./language-document.ts";
import { problemsOfExample } from "./run-example.ts";

describe("examples", () => {
  test("finds examples in a table unchanged, whatever characters they contain", () => {
    const text = fc
      .string({
        minLength: 1,
        unit: fc.constantFrom("a", "|", "`", " ", "\\", "→", "<", "*", '"', "("),
      })
      .filter((value) => !value.includes("\\|"));
    fc.assert(
      fc.property(text, text, (source, value) => {
        const found = examplesOf(table(["x", "y"], [["x", example([source, value])]]));
        expect(found).toEqual([
          { line: 3, programs: [{ source, outcomes: [{ kind: "value", text: value }] }] },
        ]);
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 500 : 2000 },
    );
  });

  test("reads examples in blocks as programs with their outcomes", () => {
    expect(
      examplesOf(
        "a\n\n```clojure\n(def x 1)\n(inc x)\n;=> 2\n\n; once more\n(println x)\n;prints 1\n;=> nil\n```\n\n```json\n;=> 3\n```",
      ),
    ).toEqual([
      {
        line: 4,
        programs: [
          { source: "(def x 1)\n(inc x)", outcomes: [{ kind: "value", text: "2" }] },
          {
            source: "\n; once more\n(println x)",
            outcomes: [
              { kind: "prints", text: "1" },
              { kind: "value", text: "nil" },
            ],
          },
        ],
      },
    ]);
  });

  test("rejects examples that are broken over two lines", () => {
    expect(() => examplesOf("see `(+ 1 2)` →\n`3`")).toThrow("line 1: an arrow must be between");
    expect(() => examplesOf("see `(+ 1\n2)` → `3`")).toThrow(
      "line 1: code that does not end on its line",
    );
    expect(() => examplesOf("see `(+ 1 2)` → 3")).toThrow("line 1: an arrow must be between");
  });

  test("reports examples with wrong or missing outcomes", async () => {
    const problemsOf = async (block: string): Promise<string[]> =>
      (
        await Promise.all(examplesOf(`\`\`\`clojure\n${block}\n\`\`\``).map(problemsOfExample))
      ).flat();
    expect(
      await problemsOf(
        "(do (def x 1) x)\n;=> 1\n(inc x)\n;=> 2\n(println x)\n;prints 1\n;=> nil\n(fail :no)\n;fails failed: :no",
      ),
    ).toEqual([]);
    expect(await problemsOf("(+ 1 2)\n;=> 4")).toEqual([
      "line 2: (+ 1 2)\n  says value: 4\n  does value: 3",
    ]);
    expect(await problemsOf("(+ 1 2)")).toEqual([
      "line 2: (+ 1 2)\n  says nothing\n  does value: 3",
    ]);
    expect(await problemsOf("(println 1)\n;prints 2\n;=> nil")).toHaveLength(1);
    expect(await problemsOf("(inc nil)\n;=> 1")).toHaveLength(1);
  });
});

test("shows words of the tables literally, and text between backticks as code", () => {
  expect(prose("a | b_c *d* <e>; `f|g` says\n  more ` ~")).toBe(
    "a \\| b\\_c \\*d\\* \\<e>; `f\\|g` says more \\` \\~",
  );
});

describe("text that a table cannot show", () => {
  test.each(["", "a\nb", "a\\|b"])("rejects %j in a table", (text) => {
    expect(() => code(text)).toThrow("cannot be shown in a table");
  });
});

describe("a template", () => {
  const sections = new Map([["limits", () => "10"]]);

  test("has a placeholder for every section and a section for every placeholder", () => {
    expect(fillTemplate("a\n{{limits}}\nb", sections)).toBe("a\n10\nb");
    expect(() => fillTemplate("{{limits}}\n{{limit}}", sections)).toThrow(
      "unknown placeholder {{limit}}",
    );
    expect(() => fillTemplate("limits", sections)).toThrow("no placeholder for limits");
  });
});
