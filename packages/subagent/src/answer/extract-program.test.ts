import { describe, expect, test } from "vitest";
import { extractProgram } from "./extract-program.ts";

const sourceOf = (answer: string): string | undefined => {
  const extracted = extractProgram(answer);
  return extracted.ok ? extracted.source : undefined;
};

const countOf = (answer: string): number => {
  const extracted = extractProgram(answer);
  if (extracted.ok) return 1;
  return extracted.reason === "multiple_code_blocks" ? extracted.count : 0;
};

const block = (source: string, tag = "clojure"): string => `\`\`\`${tag}\n${source}\n\`\`\``;

describe("an answer with one fenced block", () => {
  test.each([
    "clojure",
    "clj",
    "Clojure",
    "cljs",
    "lisp",
    "common-lisp",
    "scheme",
    "ptc",
    "ptc-lisp",
    "edn",
    "",
    "text",
    " clojure title=a.clj",
    "{.clojure .numberLines}",
    "clojure:a.clj",
  ])("extracts the program from a block with the tag %j", (tag) => {
    expect(sourceOf(`Let me look.\n\n${block("(count data/rows)", tag)}\nDone.`)).toBe(
      "(count data/rows)",
    );
  });

  test.each([
    ["with Windows line ends", "\uFEFF```clojure\r\n(a\r\n b)\r\n```\r\n", "(a\n b)"],
    ["with carriage returns", "Hm.\r```clojure\r(a)\r```", "(a)"],
    ["of several forms", "```\n(a)\n\n(b)\n```", "(a)\n\n(b)"],
    ["that was truncated in a later form", "(def a 1)\n(return (+ a", "(def a 1)\n(return (+ a"],
    ["that was truncated", "```clojure\n(+ 1 2)", "(+ 1 2)"],
    ["cut in the middle of a form", 'Now:\n```clojure\n(def a (str "x', '(def a (str "x'],
    ["between tildes", "~~~clj\n(a)\n~~~", "(a)"],
    ["between longer fences", "`````clojure\n(a)\n`````", "(a)"],
    [
      "in a list, with its indentation",
      '1. First\n\n   ```clojure\n   (def a "x\n   y")\n     a\n   ```',
      '(def a "x\ny")\n  a',
    ],
    ["on one line", "```clojure (+ 1 2)```", "(+ 1 2)"],
    [
      "that starts on the line of its fence",
      "```clojure (def a 1)\n(return a)\n```",
      "(def a 1)\n(return a)",
    ],
    ["that ends after its code", "```clojure\n(return 1)```", "(return 1)"],
    [
      "with prose on its closing line",
      "```clojure\n(return 1)\n``` This returns one.",
      "(return 1)",
    ],
    ["with a word on its closing line", "```clojure\n(return 1)\n```Done", "(return 1)"],
    ["with a full stop on its closing line", "```\n(return 1)\n```.", "(return 1)"],
    ["with a remark on its closing line", "```clj\n(a)\n``` (this is (a) form)", "(a)"],
    ["with a token on its closing line", "```clojure\n(return 1)\n```<|endoftext|>", "(return 1)"],
    ["with a token after prose", "```clojure\n(return 1)\n``` Done.</s>", "(return 1)"],
    ["between tildes, with prose", "~~~clj\n(a)\n~~~ returns a.", "(a)"],
    ["that ends after its code, before prose", "```clojure\n(a)\n(b)``` returns b.", "(a)\n(b)"],
    ["on one line before prose", "```clojure (+ 1 2)``` adds.", "(+ 1 2)"],
    ["before another language's block", '```clojure\n(a)\n```json\n{"b": 1}\n```', "(a)"],
    ["with an invisible character and prose", "```clojure\n(a)\n```\u200B and that is all", "(a)"],
    [
      "with a fence and text inside a string",
      '```clojure\n(return "\n``` and\nmore")\n```',
      '(return "\n``` and\nmore")',
    ],
    ["after text", "Here it is: ```clojure\n(a)\n```", "(a)"],
    ["with invisible characters before its fence", "\u200B\uFEFF```clo\u200Bjure\n(a)\n```", "(a)"],
    ["with a value in place of a call", block("{:total 5}"), "{:total 5}"],
    ["in another block", "````markdown\nSo:\n```clojure\n(a)\n```\n````", "(a)"],
    ["in another block with the same fences", "```markdown\n```clojure\n(a)\n```\n```", "(a)"],
  ])("extracts the program from a block %s", (_title, answer, source) => {
    expect(sourceOf(answer)).toBe(source);
  });

  test("ignores fences inside strings of the program", () => {
    const source = '(return "use\n```json\n{}\n```\n")';
    expect(sourceOf(`${block(source)}\nDone.`)).toBe(source);
    expect(sourceOf(block('(a) ; a "\n(str \\" "x")'))).toBe('(a) ; a "\n(str \\" "x")');
  });

  test("ends the block at the first fence if a string in it is never closed", () => {
    expect(sourceOf(`${block('(a "b)')}\nIt's done.`)).toBe('(a "b)');
    expect(countOf(`${block('(a "b)')}\n${block("(c)")}`)).toBe(2);
  });
});

describe("an answer with several blocks", () => {
  test.each([
    ["the one that names a Lisp", `${block("(b)", "")}\n${block("(a)")}`],
    ["the only one that isn't data", `${block("{:a 1}", "edn")}\n${block("(a)")}`],
    [
      "the one without another language's name",
      `${block('{"a": 1}', "json")}\n${block("(b)", "python")}\n${block("(a)", "")}`,
    ],
    ["the one that is not empty", `${block("(a)")}\n${block("")}\n${block("; nothing yet")}`],
    [
      "the unnamed one that starts with a form",
      `${block("[1 2 3]", "")}\n${block("; first\n(a)", "")}`,
    ],
    ["the repeated one", `${block("(a)")}\nOnce more:\n${block("(a) ")}`],
  ])("of several blocks, %s is the program", (_title, answer) => {
    expect(sourceOf(answer)?.replace("; first\n", "")).toBe("(a)");
  });

  test.each([
    ["two of one kind", `${block("(a)")}\n${block("(b)")}`, 2],
    [
      "a first look and the answer",
      `${block("(count data/rows)")}\nThen:\n${block("(return 5)", "lisp")}\n${block("(return 6)", "clj")}`,
      3,
    ],
    ["two without a name", `${block("(a)", "")}\n${block("(b)", "")}`, 2],
    ["two values without a name", `${block("1", "")}\n${block("2", "")}`, 2],
    ["one that was opened again", "```clojure\n(a)\n```clojure\n(b)\n```", 2],
    ["a bare return after a block that returns nothing", `${block("(def x 1)")}\n(return x)`, 2],
    ["two bare ones on a line with words between them", "(def x 1) and then (return (+ x 41))", 2],
    ["two bare ones with a tag between them", "(def x 1)<br>(return (+ x 41))", 2],
    ["two bare ones with an arrow between them", "(println 1) -> (return 42)", 2],
    ["two bare ones with a full stop between them", "(def x 1). (return 42)", 2],
    ["two bare ones with a semicolon between them", "(def x 1);(return 42)", 2],
    ["a call of the program's own function in its prose", "(defn f [] 1) then (f)", 2],
    ["a return in the prose after a program", "(def x 1)\nand then (return x)", 2],
    ["two alternatives", "(return 1) or (return 2)", 2],
    ["two bare ones with prose between them", "(def a 1)\n\nThen I return it.\n\n(return a)", 2],
  ])("%s: runs none of the blocks and counts them", (_title, answer, count) => {
    expect(extractProgram(answer)).toEqual({ ok: false, reason: "multiple_code_blocks", count });
  });
});

describe("a bare program", () => {
  test.each([
    ["alone", "  (return {:result 42})\n", "(return {:result 42})"],
    [
      "of several forms",
      '(def a 1)\n; then\n(def b {:c "("})\n\n{:d b}',
      '(def a 1)\n; then\n(def b {:c "("})\n\n{:d b}',
    ],
    ["that ends with a name of it", "(def n 3)\nn", "(def n 3)\nn"],
    ["with a name of it between its forms", "(def n 3) n\n(return n)", "(def n 3) n\n(return n)"],
    ["that ends with a keyword", "(def n 3)\n:n", "(def n 3)\n:n"],
    ["that ends with data", "(def n 3)\ndata/rows", "(def n 3)\ndata/rows"],
    ["that ends with a quoted name or a reference", "(def n 3)\n@n #'n", "(def n 3)\n@n #'n"],
    ["that ends with a string", '(def n 3)\n"n: (3)"', '(def n 3)\n"n: (3)"'],
    ["with commas between its forms", "(def a 1), (return a)", "(def a 1), (return a)"],
    ["of two forms before prose", "(def a 1) (return a) Done.", "(def a 1) (return a)"],
    ["of two lines before prose", "(def a 1)\n(return a) is it.", "(def a 1)\n(return a)"],
    ["before one word", "(def a 1)\nDone", "(def a 1)"],
    ["before a remark", "(def a 1) sets a (as planned).", "(def a 1)"],
    ["before prose that explains it", "(f (g 1))\nHere (g 1) is (as said) one.", "(f (g 1))"],
    ["before a quoted next step", "(f 1)\nThen I will `(return x)`.", "(f 1)"],
    ["before a next step with an omission", "(f 1)\nThen I will (return ...).", "(f 1)"],
    ["before a mention of code", "(return 42)\nNote that (count rows) is 3.", "(return 42)"],
    ["with a comment that contains a form", "(f 1) ; then (return 1)", "(f 1)"],
    ["after comments", ";; look first\n(count data/rows)", "(count data/rows)"],
    [
      "with prose around it",
      "I add them up (all of them).\n\n(return\n  (+ 1 2))\n\n(This is the sum.)",
      "(return\n  (+ 1 2))",
    ],
    ["followed by prose", "(return 42) Done.", "(return 42)"],
    ["with an extra bracket", "(return 1))", "(return 1))"],
    ["that was truncated", "Now:\n(return {:a [1 2", "(return {:a [1 2"],
    [
      "that calls a class first",
      '(LocalDate/parse "2026-01-31")',
      '(LocalDate/parse "2026-01-31")',
    ],
    [
      "beside a block of another language",
      `${block('{"a": 1}', "json")}\n(return 1)`,
      "(return 1)",
    ],
    ["between zero-width spaces", "\u200B(return 1)\u200B", "(return 1)"],
    ["between direction marks", "\u200E(return 1)\u200F", "(return 1)"],
    ["after a soft hyphen", "\u00AD(return 1)", "(return 1)"],
    ["between a word joiner and a byte-order mark", "\u2060(return 1)\uFEFF", "(return 1)"],
    ["between direction isolates", "\u2066 (return 1)\n\u2069", "(return 1)"],
    ["before an end token", "So:\n(return 1)<|im_end|>", "(return 1)"],
    [
      "before invisible end tokens",
      "(def a 1)\n(return a)\u200B<eos>\u200B</s>",
      "(def a 1)\n(return a)",
    ],
    [
      "after the tokens of a template",
      "<|im_start|>assistant\n(return 1)<｜end▁of▁sentence｜>",
      "(return 1)",
    ],
    ["of escaped HTML", "(filter #(&lt; 1 %) [1 2])\n(b)", "(filter #(< 1 %) [1 2])\n(b)"],
  ])("extracts a bare program %s", (_title, answer, source) => {
    expect(sourceOf(answer)).toBe(source);
  });

  test.each([
    "I'm thinking about this...",
    "",
    "   ",
    "\uFEFF",
    '{"total": 5}',
    "The total (of all) is 5.",
    "(I think it is fifty.)",
    "(Note: fifty.)",
    "(note, fifty)",
    "(a) the first\n(b) the second",
    "Use (count rows) here.\n(count rows) gives the number.",
    block('{"total": 5}', "json"),
    block(""),
    block("; nothing"),
    "```",
    "(",
    ")",
  ])("finds no program in %j", (answer) => {
    expect(extractProgram(answer)).toEqual({ ok: false, reason: "no_code_found" });
  });
});

describe("tokens after the forms of a bare program", () => {
  test.each([
    ..."earlier|map|inc|str/join|##NaN|\\a|'a|n earlier|earlier n|5 6|n\n\nearlier|[n] earlier".split(
      "|",
    ),
    ...'#inst "2026-01-01"|{:a n} earlier|"a" "b"|"a" earlier|TAX_RATE|Math/PI|earlier (inc n)'.split(
      "|",
    ),
    ..."@state|-5 :a|even? n|5, 6|(inc n) earlier|m = n|earlier-total".split("|"),
  ])("belong to the program: %s", (tokens) => {
    const answer = `(def n 5)\n${tokens}`;
    expect(sourceOf(answer)).toBe(answer);
  });

  test("belong to the program on the line of its only form", () => {
    expect(sourceOf("(def n 5) earlier")).toBe("(def n 5) earlier");
  });

  test.each([
    ..."Done|Done.|done!|OK|n is the total|n is 5.|5 rows are left|returns n|this defines n".split(
      "|",
    ),
    ..."returns five|---|</s>|**Note** n|## Result|Here: n|n => 5|Returns (inc n)|- n is odd".split(
      "|",
    ),
  ])("are prose if they read as a sentence: %s", (prose) => {
    expect(sourceOf(`(def n 5)\n${prose}`)).toBe("(def n 5)");
  });

  test("are prose after a form that returns", () => {
    expect(sourceOf("(def n 5)\n(return n)\nfinished")).toBe("(def n 5)\n(return n)");
  });
});

describe("a JSON answer", () => {
  test.each([
    ['{"program": "(return 1)"}', "(return 1)"],
    ['{"thought": "easy", "code": "```clojure\\n(return 1)\\n```"}', "(return 1)"],
    [block('{"source": "(def a 1)\\n(return a)"}', "json"), "(def a 1)\n(return a)"],
  ])("reads the program from a field of a JSON answer: %s", (answer, source) => {
    expect(sourceOf(answer)).toBe(source);
  });

  test.each([
    '{"program": "none"}',
    '{"program": 1}',
    '{"program": "(a)", "code": "(b)"}',
    '{"program": "(a)"',
    '["(a)"]',
    '{"answer": "(a)"}',
  ])("finds no program in a JSON answer without such a field: %s", (answer) => {
    expect(countOf(answer)).toBe(0);
  });
});

describe("thinking in an answer", () => {
  test.each([
    ["between tags", `<think>\nMaybe ${block("(b)")}\n</think>\n${block("(a)")}`],
    ["of other tags, twice", `<Thinking>(b)</Thinking><reasoning>\n(c)\n</reasoning>\n(a)`],
    [
      "whose first tag the template left out",
      `I could ${block("(b)")}\n</think>\n\n${block("(a)")}`,
    ],
    ["with the program on its last line", "Hm, (b)?</think>(a)"],
    ["that never ends", `<think>\nHm.\n${block("(a)")}`],
    ["that is the whole answer", `<think>\nSo:\n${block("(a)")}\n</think>`],
  ])("skips thinking %s", (_title, answer) => {
    expect(sourceOf(answer)).toBe("(a)");
  });

  test("tags inside a program don't start or end thinking", () => {
    const source = '(println "<think>a</think>")\n(return "</think>")';
    expect(sourceOf(block(source))).toBe(source);
  });
});
