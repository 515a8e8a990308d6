import { describe, expect, test } from "vitest";
import { markdownPassages } from "./markdown-prose.ts";
import { markedName, markersIn } from "./markers.ts";
import { sentencesOf, wordCount } from "./sentences.ts";
import { sourceProse } from "./source-prose.ts";

const familiesIn = (sentence: string) => markersIn(sentence).map(({ family }) => family);

describe("markers", () => {
  test.each([
    ["What is absent is left out.", "fused relative as subject"],
    ["who stops listening cancels the mission", "fused relative as subject"],
    ["The run ends; what is left is returned.", "fused relative as subject"],
    ["How many there are depends on the data.", "fused relative as subject"],
    ["The table stands in a file.", "stand, stood"],
    ["The model is told why.", "told, tells"],
    ["Whoever calls it waits.", "indefinite actor"],
    ["The mission goes on.", "goes on"],
    ["The value is none of these.", "negated noun"],
    ["The value is no map.", "negated noun"],
    ["The same holds for sets.", "misused hold"],
    ["It is said below.", "is said"],
    ["It is loaded on need.", "dated idiom"],
  ])("finds the marker in %j", (sentence, family) => {
    expect(familiesIn(sentence)).toEqual([family]);
  });

  test.each([
    "What does the model see?",
    "The parser understands what a program needs.",
    "`x` stands for any value.",
    "A stand-in replaces the model.",
    "The option is no longer needed.",
    "There are no limits here.",
    "The cache holds the last ten results.",
    "An error tells you what to change.",
    "The parent continues.",
  ])("finds no marker in %j", (sentence) => {
    expect(familiesIn(sentence)).toEqual([]);
  });

  test("counts every marker of a sentence", () => {
    expect(familiesIn("Nobody is told, and nobody goes on.")).toHaveLength(4);
  });

  test.each(["furtherForms", "loadFurther", "further-forms.ts", "hopelessBeginning", "isHopeless"])(
    "rejects the name %s",
    (name) => {
      expect(markedName.test(name)).toBe(true);
    },
  );

  test.each(["lazyForms", "furthermost", "unrecoverablePrefix"])("accepts the name %s", (name) => {
    expect(markedName.test(name)).toBe(false);
  });
});

describe("sentences", () => {
  test("end at punctuation before a capital letter, but not in abbreviations or numbers", () => {
    expect(sentencesOf("Use a list, e.g. `[1]`. It has 1.5 items! Done")).toEqual([
      "Use a list, e.g. `[1]`.",
      "It has 1.5 items!",
      "Done",
    ]);
  });

  test("count words, not signs", () => {
    expect(wordCount("one — two, three")).toBe(3);
  });
});

describe("prose of Markdown", () => {
  test("consists of paragraphs, items, headings and cells, without code and front matter", () => {
    const markdown = [
      '---\n"@ptc/lisp": minor\n---\n',
      "# A title\ntext `code here` on",
      "two lines\n- an [item](https://example.com/a)\n\n```ts\nconst told = 1;\n```",
      "<!-- told -->\n| a cell | `x | y` |\n| --- | --- |",
    ].join("\n");
    expect(markdownPassages(markdown).map(({ text }) => text)).toEqual([
      "A title",
      "text code on two lines",
      "an item",
      "a cell",
      "code",
    ]);
  });

  test("keeps the line on which a passage starts", () => {
    expect(markdownPassages("one\n\n<!-- a\nb -->\ntwo\n")).toEqual([
      { line: 1, text: "one" },
      { line: 5, text: "two" },
    ]);
  });
});

describe("prose of sources", () => {
  const prose = sourceProse(
    "a.test.ts",
    [
      "// One comment",
      "// on two lines.",
      "// eslint-disable-next-line no-eval -- a reason",
      "/**",
      " * Returns `a b`.",
      " *",
      " *   a -> b",
      " * @throws Error if it fails",
      " */",
      'const name = "a text of words"; // behind code',
      "const url = `not // a comment ${name} of words`;",
      'test("a title of words", () => { fail("short"); });',
    ].join("\n"),
  );

  test("joins the lines of a comment and leaves out directives and drawings", () => {
    expect(prose.comments.map(({ text }) => text)).toEqual([
      "One comment on two lines.",
      "Returns code.",
      "Error if it fails",
      "behind code",
    ]);
  });

  test("separates titles of tests from other texts, and skips texts of fewer than three words", () => {
    expect(prose.titles.map(({ text }) => text)).toEqual(["a title of words"]);
    expect(prose.strings.map(({ text }) => text)).toEqual([
      "a text of words",
      "not // a comment code of words",
    ]);
  });

  test("lists declared names", () => {
    expect(prose.names.map(({ text }) => text)).toEqual(["name", "url"]);
  });
});
