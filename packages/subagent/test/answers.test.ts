// Generated responses, made of pieces that are hard to read, in any order. Reading never throws and
// always ends, and the stored response contains the program that ran.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractProgram, stripThinking } from "../src/text.ts";

const pieces = [
  "```",
  "```clojure",
  "````markdown",
  "```json",
  "~~~",
  "~~~lisp",
  "``",
  "\n",
  "\r\n",
  "\r",
  " ",
  "   ",
  "(+ 1 2)",
  "(def a",
  "))",
  "[1 {",
  '"',
  "\\",
  '\\"',
  ";",
  "; note\n",
  "\u201C",
  "\u201D",
  "\u2019",
  "\u200B",
  "\uFEFF",
  "&lt;",
  "&quot;",
  "&amp",
  "<think>",
  "</think>",
  "<thinking>",
  '{"program": "(a)"}',
  "(Note: x)",
  "I think so.",
  "``` text",
  "```.",
  '<invoke name="lisp_eval">',
  '<parameter name="program">',
  "</parameter>",
  "</invoke>",
  "<tool_call>",
  "<program>",
  "</program>",
  "<|channel|>final<|message|>",
  "<|im_end|>",
  "\ud800",
  "#{",
  '#"',
];
const answers = fc
  .array(fc.constantFrom(...pieces), { maxLength: 30 })
  .map((parts) => parts.join(""));

const numRuns = process.env["PTC_TESTS"] === undefined ? 150 : 3_000;

describe("any response of a model", () => {
  test("every response yields one program, several or none", () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const extracted = extractProgram(answer);
        if (extracted.ok) expect(extracted.source).toBe(extracted.source.trim());
        if (extracted.ok) expect(extracted.source).not.toBe("");
        if (!extracted.ok && extracted.reason === "multiple_code_blocks")
          expect(extracted.count).toBeGreaterThan(1);
      }),
      { numRuns },
    );
  });

  test("the stored response loses only a beginning", () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const stripped = stripThinking(answer);
        const isEnd =
          answer.endsWith(stripped) || answer.replace(/\r(?!\n)/g, "\n").includes(stripped.trim());
        expect(isEnd || stripped.includes("<") || answer.includes("<")).toBe(true);
        expect(stripped.length).toBeLessThanOrEqual(answer.length);
        if (extractProgram(answer).ok) expect(stripped.trim()).not.toBe("");
      }),
      { numRuns },
    );
  });

  const talk = fc.constantFrom(
    "I look first.",
    'It\'s "big".',
    "<think>\nMaybe (b).\n</think>",
    '```json\n{"a": 1}\n```',
    "(Note: x)",
    "",
  );
  const program = fc.constantFrom(
    "(return 1)",
    '(def a "```\n<b>\n```")\n(return a)',
    "; look\n(count data/rows)",
    "{:a 1}",
  );

  test("the stored response has the same program", () => {
    fc.assert(
      fc.property(
        fc.array(talk, { maxLength: 4 }),
        program,
        fc.constantFrom("```", "~~~", "`````"),
        fc.array(talk, { maxLength: 3 }),
        (before, source, fence, after) => {
          const answer = [...before, `${fence}clojure\n${source}\n${fence}`, ...after].join("\n");
          const stripped = stripThinking(answer);
          expect(extractProgram(answer)).toEqual({ ok: true, source });
          expect(stripped.startsWith(`${fence}clojure`)).toBe(true);
          expect(extractProgram(stripped)).toEqual({ ok: true, source });
          expect(stripThinking(stripped)).toBe(stripped);
        },
      ),
    );
  });
});

// Restarting the scan at every line would take hours for these.
describe("a response of two megabytes", () => {
  const mixed = 'Then (see above):\n```clojure\n(def a "x\\"y" ; c\n)\n```\n(note: b)\n'.repeat(
    30_000,
  );

  test("reads two megabytes of blocks and prose", () => {
    expect(extractProgram(mixed)).toEqual({ ok: true, source: '(def a "x\\"y" ; c\n)' });
    expect(stripThinking(mixed)).toBe(mixed.slice(mixed.indexOf("```")));
  });

  test("reads one deeply nested form of two megabytes", () => {
    const source = `${"(a\n".repeat(400_000)}${")".repeat(400_000)}`;
    expect(extractProgram(`\`\`\`clojure\n${source}\n\`\`\``)).toEqual({ ok: true, source });
    expect(extractProgram(`So:\n${source} x`)).toEqual({ ok: false, reason: "no_code_found" });
  });

  test.each([
    "```clojure\n",
    "```\n",
    "~~~\n```\n",
    "(a)",
    "(a\n",
    "(a)\n(b\n",
    "(a) b\n",
    '```clojure\n(a "\n```\n',
    '```clojure\n(a ;\\\n"\n```\n',
    "(a \u201C",
    "```clojure\n(a \u201Cx\\\u201D)\n```\n",
    "<think>",
    "<think>a</think>\n",
    "</think>\n",
    "`",
    "a```\n",
    " ",
    "\n",
    "(&lt; 1 2) ",
    "\u200B",
    "\\",
    '"',
    '{"program":',
    "(a)\n(b)x\n",
    ";\n",
    "(a)\na\n",
    "(a b) x (b\n",
    "(a b) (return\n",
    "(a b) [\n",
    "(a b) (c d\n",
    '(a b) "\n',
    "(a)\nx (return 1\n",
    "(a) #_@ ",
    "(a b) x (f c) ",
    "(\u201C\n",
    "``` x\n",
    "```clojure\n(a)\n``` b\n",
    "```clojure\n(a) ``` b\n",
    "```x``` y ```clojure (a)``` ",
    '<invoke name="lisp_eval"><parameter name="program">',
    '<invoke name="a"></invoke>\n',
    '<invoke name="lisp_eval"><parameter name="program">"',
    "<tool_call>a<arg_key>b</arg_key><arg_value>",
    '<function=a>{"b":',
    "<function=a><parameter=b>",
    "<invoke><tool_name>a</tool_name><b>",
    "<program>\n(",
    "<program>(a)</program>\n",
    "<|channel|>analysis<|message|>",
    "<|channel|>final<|message|>(a)<|end|>",
    "<|end|><|start|>assistant",
    "<|tool_call_begin|>a<|tool_call_argument_begin|>{",
    '```tool_code\na(b="',
    "<tool_code>a(b=1,",
    "<|im_end|>",
    "</s>",
    "<s>\u200B",
    "<",
    "[INST]",
  ])("reads 200 kB of nothing but %j", (piece) => {
    const answer = piece.repeat(Math.ceil(200_000 / piece.length));
    expect(stripThinking(answer).length).toBeLessThanOrEqual(answer.length);
  });
});
