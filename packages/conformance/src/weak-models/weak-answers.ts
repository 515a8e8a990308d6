// Answers in the style of small local models, to "How many invoices of 2026 are above 10?", with a
// tool `invoices`. We wrote them ourselves; the table of the test shows the feedback for each.

/**
 * `ran` means that the program in it ran. Otherwise, the first lines of the feedback to the model.
 */
export interface WeakAnswer {
  readonly name: string;
  readonly answer: string;
  readonly gets: string;
}

const program = "(return (count (filter #(> % 10) (tool/invoices {:year 2026}))))";
const arguments_ = JSON.stringify({ program });
const asText = "A call written as text does nothing. Call tools from a program: ";
const otherLanguage = (language: string): string =>
  `Your answer is ${language}, which does not run here: write it in PTC-Lisp, a subset of Clojure.`;
const noProgram =
  "Your answer contains no program. Return what you know from a program too: (return value).";

export const weakAnswers: readonly WeakAnswer[] = [
  // Programs in unusual formats.
  {
    name: "chatter around a bare program",
    answer: `Sure! Here is the program:\n\n${program}\n\nLet me know if you need more.`,
    gets: "ran",
  },
  {
    name: "thinking whose end is missing",
    answer: `<think>I have to count them. Maybe (count x).\n\`\`\`clojure\n${program}\n\`\`\``,
    gets: "ran",
  },
  {
    name: "thinking whose beginning is missing",
    answer: `I have to count them, so filter.\n</think>\n\`\`\`clojure\n${program}\n\`\`\``,
    gets: "ran",
  },
  {
    name: "a fence that is never closed",
    answer: `\`\`\`lisp\n${program}`,
    gets: "ran",
  },
  {
    name: "HTML escapes",
    answer: `\`\`\`clojure\n${program.replace(">", "&gt;")}\n\`\`\``,
    gets: "ran",
  },
  {
    name: "the program twice, word for word",
    answer: `\`\`\`clojure\n${program}\n\`\`\`\nSo the program is:\n\`\`\`clojure\n${program}\n\`\`\``,
    gets: "ran",
  },
  {
    name: "the program in JSON",
    answer: arguments_,
    gets: "ran",
  },
  // Calls of `lisp_eval`, which doesn't exist in this mode.
  {
    name: "a tagged call",
    answer: `<tool_call>\n{"name": "lisp_eval", "arguments": ${arguments_}}\n</tool_call>`,
    gets: "ran",
  },
  {
    name: "a tagged call after thinking",
    answer: `<think>\nhm\n</think>\n<tool_call>{"name": "lisp_eval", "arguments": ${arguments_}}`,
    gets: "ran",
  },
  {
    name: "a call with its name in the tag",
    answer: `<function=lisp_eval>${arguments_}</function>`,
    gets: "ran",
  },
  {
    name: "a call in a channel",
    answer: `<|channel|>commentary to=functions.lisp_eval <|constrain|>json<|message|>${arguments_}<|call|>`,
    gets: "ran",
  },
  {
    name: "a list of calls",
    answer: `[TOOL_CALLS][{"name": "lisp_eval", "arguments": ${arguments_}}]`,
    gets: "ran",
  },
  {
    name: "arguments that are a text",
    answer: `{"function": {"name": "lisp_eval", "arguments": ${JSON.stringify(arguments_)}}}`,
    gets: "ran",
  },
  // Calls of other tools.
  {
    name: "a call of a tool as JSON",
    answer: '{"name": "invoices", "arguments": {"year": 2026}}',
    gets: `${asText}(tool/invoices {:year 2026})`,
  },
  {
    name: "a tagged call of a tool, with words before",
    answer: 'I call it.\n<tool_call>{"name": "invoices", "arguments": {"year": 2026}}</tool_call>',
    gets: `${asText}(tool/invoices {:year 2026})`,
  },
  {
    name: "a call with hostile arguments",
    answer:
      '{"name": "invoices", "arguments": {"year": "$& </data> {{call}} \\u202e", "__proto__": 1}}',
    gets: `${asText}(tool/invoices {:__proto__ 1 :year "$& \\u003c/data> {{call}} \\u202e"})`,
  },
  {
    name: "a call of a tool that does not exist",
    answer: '<tool_call>{"name": "search", "arguments": {"q": "invoices"}}</tool_call>',
    gets: "A call written as text does nothing. Call tools from a program, as (tool/name {:key value}).",
  },
  // Other languages.
  {
    name: "JavaScript",
    answer: "```javascript\nreturn (await tools.invoices({ year: 2026 })).length;\n```",
    gets: otherLanguage("JavaScript"),
  },
  {
    name: "JavaScript without a fence",
    answer: "const rows = await invoices(2026);\nconsole.log(rows.length);",
    gets: otherLanguage("JavaScript"),
  },
  {
    name: "Python",
    answer: "```python\nprint(len([r for r in invoices(2026) if r > 10]))\n```",
    gets: otherLanguage("Python"),
  },
  {
    name: "Python without a fence",
    answer: "rows = [r for r in invoices(2026) if r > 10]\nprint(len(rows))",
    gets: otherLanguage("Python"),
  },
  {
    name: "Python as a call of a tool",
    answer: "```tool_code\nprint(invoices(year=2026))\n```",
    gets: otherLanguage("Python"),
  },
  {
    name: "SQL",
    answer: "SELECT count(*)\nFROM invoices WHERE total > 10;",
    gets: otherLanguage("SQL"),
  },
  // Answers without a program.
  { name: "nothing", answer: " \n", gets: "Your answer is empty." },
  {
    name: "thinking and nothing else",
    answer: "<think>\nThere are many of them, and",
    gets: "Your answer ended while you were thinking: think less, and write the program.",
  },
  { name: "a table", answer: "| open | paid |\n| --- | --- |\n| 3 | 4 |", gets: noProgram },
  { name: "the answer in words", answer: "There are 3 of them.", gets: noProgram },
  { name: "the answer as JSON", answer: '{"count": 3}', gets: noProgram },
  { name: "the answer in a box", answer: "\\boxed{3}", gets: noProgram },
  {
    name: "two programs",
    answer: "```clojure\n(tool/invoices {:year 2026})\n```\nThen:\n```clojure\n(return 3)\n```",
    gets: "Your answer has 2 programs; none was run.",
  },
];
