import { expect, test } from "vitest";
import { cleanSource } from "./clean-source.ts";

test.each([
  ["invisible characters outside strings", "\uFEFF(+\u200B 1\u2060 2\u200D)\u00AD", "(+ 1 2)"],
  ["strings with such characters unchanged", '(= "a\u200Bb\u200Dc" x)', '(= "a\u200Bb\u200Dc" x)'],
  [
    "joiners inside words and emoji unchanged",
    "(:\u0645\u06CC\u200C\u062E row) :\u{1F468}\u200D\u{1F469}",
    "(:\u0645\u06CC\u200C\u062E row) :\u{1F468}\u200D\u{1F469}",
  ],
  [
    "typographic quotation marks around strings",
    "(str \u201Ca\u201D \u201Eb\u201C \u2018c \u2019d)",
    '(str "a" "b" \'c \'d)',
  ],
  [
    "strings with such characters unchanged",
    '(= "she said \u201Chi\u201D, it\u2019s" x)',
    '(= "she said \u201Chi\u201D, it\u2019s" x)',
  ],
  ["plain quotes inside typographic ones", '(str \u201Csay "x"\u201D)', '(str "say \\"x\\"")'],
  [
    "escaped typographic quotes inside strings",
    "(str \u201Csay \\\u201Cx\\\u201D\\n\u201D)",
    '(str "say \\"x\\"\\n")',
  ],
  ["a string closed by a plain quote", '(str \u201Ca")', '(str "a")'],
  [
    "comments and characters unchanged",
    "; don\u2019t\n[\\\u201C \\\u200B]",
    "; don\u2019t\n[\\\u201C \\\u200B]",
  ],
  [
    "escaped HTML",
    "(filter #(&gt; % 1) [&quot;a &lt; b&quot; &amp; c])",
    '(filter #(> % 1) ["a < b" & c])',
  ],
  [
    "escaped HTML between plain quotes",
    '(-&gt; "a &amp;&amp; b" (str &#39;c))',
    '(-> "a && b" (str \'c))',
  ],
  [
    "entities that a program handles unchanged",
    '(str/replace s "&lt;" "<") ; &gt; too',
    '(str/replace s "&lt;" "<") ; &gt; too',
  ],
  ["nothing", "(+ 1 2)", "(+ 1 2)"],
])("repairs %s", (_title, source, meant) => {
  expect(cleanSource(source)).toBe(meant);
});
