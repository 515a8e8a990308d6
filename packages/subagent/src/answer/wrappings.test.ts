import { describe, expect, test } from "vitest";
import { extractProgram } from "./extract-program.ts";
import { writtenCalls } from "./written-calls.ts";

const sourceOf = (answer: string): string | undefined => {
  const extracted = extractProgram(answer);
  return extracted.ok ? extracted.source : undefined;
};

const parameter = '<parameter name="program">(return 7)</parameter>';
const invoke = `<invoke name="lisp_eval">\n${parameter}\n</invoke>`;
const json = '{"name": "lisp_eval", "arguments": {"program": "(return 7)"}}';
const args = '{"program": "(return 7)"}';
const dsml = (tag: string): string => `\uFF5CDSML\uFF5C${tag}`;

// The formats are those of the sources in the table of wrappings.
describe("a program in a wrapping", () => {
  test.each([
    ["Claude's tags", invoke],
    ["Claude's tags in their list", `<function_calls>\n${invoke}\n</function_calls>`],
    ["Claude's tags after prose", `I will look.\n\n${invoke}\n\nThen I will answer.`],
    ["Claude's tags with a namespace", invoke.replaceAll(/<(\/?)(?=invoke|param)/g, "<$1antml:")],
    [
      "Claude's old tags",
      "<function_calls><invoke>\n<tool_name>lisp_eval</tool_name>\n<parameters>\n<program>(return 7)</program>\n</parameters>\n</invoke></function_calls>",
    ],
    [
      "Claude's tags with a code block",
      invoke.replace("(return 7)", "```clojure\n(return 7)\n```"),
    ],
    [
      "Claude's tags that were cut off",
      `<invoke name="lisp_eval">\n<parameter name="program">(return 7)`,
    ],
    ["tags with a CDATA section", invoke.replace("(return 7)", "<![CDATA[\n(return 7)\n]]>")],
    ["MiniMax", `<minimax:tool_call>\n${invoke}\n</minimax:tool_call>`],
    [
      "DeepSeek's markup",
      `<${dsml("function_calls")}>\n<${dsml("invoke")} name="lisp_eval">\n<${dsml("parameter")} name="program" string="true">(return 7)</${dsml("parameter")}>\n</${dsml("invoke")}>\n</${dsml("function_calls")}>`,
    ],
    [
      "GLM",
      "<tool_call>lisp_eval\n<arg_key>program</arg_key>\n<arg_value>(return 7)</arg_value>\n</tool_call>",
    ],
    [
      "GLM on one line",
      "Now: <tool_call>lisp_eval<arg_key>program</arg_key><arg_value>(return 7)</arg_value></tool_call>",
    ],
    [
      "Qwen's tags",
      "<tool_call>\n<function=lisp_eval>\n<parameter=program>\n(return 7)\n</parameter>\n</function>\n</tool_call>",
    ],
    ["Llama's function tag", `<function=lisp_eval>${args}</function>`],
    ["Llama's Python tag", `<|python_tag|>${json}<|eom_id|>`],
    ["Hermes", `<tool_call>\n${json}\n</tool_call>`],
    [
      "Hermes with raw line feeds",
      `<tool_call>\n${json.replace("(return", "\n(return")}\n</tool_call>`,
    ],
    ["Mistral", `[TOOL_CALLS]lisp_eval[ARGS]${args}`],
    [
      "Kimi",
      `<|tool_calls_section_begin|><|tool_call_begin|>functions.lisp_eval:0<|tool_call_argument_begin|>${args}<|tool_call_end|><|tool_calls_section_end|>`,
    ],
    [
      "DeepSeek's tokens",
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>lisp_eval\n\`\`\`json\n${args}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    ],
    [
      "DeepSeek's newer tokens",
      `<｜tool▁call▁begin｜>lisp_eval<｜tool▁sep｜>${args}<｜tool▁call▁end｜>`,
    ],
    [
      "harmony, a call",
      `<|channel|>commentary to=functions.lisp_eval <|constrain|>json<|message|>${args}<|call|>`,
    ],
    [
      "harmony, a call after thinking",
      `<|channel|>analysis<|message|>(return 8)?<|end|><|start|>assistant to=functions.lisp_eval<|channel|>commentary json<|message|>${args}`,
    ],
    [
      "harmony, final",
      "<|channel|>analysis<|message|>(return 8)?<|end|><|start|>assistant<|channel|>final<|message|>(return 7)<|return|>",
    ],
    [
      "harmony, final after a preamble",
      "<|channel|>commentary<|message|>I add.<|end|><|start|>assistant<|channel|>final<|message|>```clojure\n(return 7)\n```",
    ],
    [
      "harmony without its first header",
      "Eight? No.<|end|><|start|>assistant<|channel|>final<|message|>(return 7)",
    ],
    ["Gemini", '```tool_code\nprint(lisp_eval(program="(return 7)"))\n```'],
    [
      "Gemini with a long string",
      '```tool_code\nlisp_eval(program="""\n(return 7)\n""")\n```\nDone.',
    ],
    [
      "Gemini in tags",
      "<tool_code>\nprint(default_api.lisp_eval(program = '(return 7)'))\n</tool_code>",
    ],
    ["program tags", "<program>(return 7)</program>"],
    ["program tags around a block", "<program>\n```clojure\n(return 7)\n```\n</program>"],
    ["answer tags on one line", "Here:\n<answer>(return 7)</answer>"],
    ["the tool's name as a tag", "<lisp_eval>\n<program>(return 7)</program>\n</lisp_eval>"],
  ])("is read: %s", (_title, answer) => {
    expect(sourceOf(answer)?.trim()).toBe("(return 7)");
  });

  test("is read whole, although its first form is on the line of the tag", () => {
    const source = '(def x "a <b> \\" </parameter>")\n(return x) ; done';
    expect(sourceOf(invoke.replace("(return 7)", source))).toBe(source);
    expect(sourceOf(`<program>${source}</program>`)).toBe(source);
  });

  test("is read with escaped HTML and values that aren't forms", () => {
    expect(sourceOf(invoke.replace("(return 7)", "(return (&lt; 1 2))"))).toBe("(return (< 1 2))");
    expect(sourceOf(invoke.replace("(return 7)", "data/rows"))).toBe("data/rows");
  });
});

describe("several kinds in one response", () => {
  test.each([
    [`\`\`\`clojure\n(return 1)\n\`\`\`\n${invoke}`, ["a code block", "<invoke>"]],
    [
      `${invoke}\n<tool_call>{"name": "lisp_eval", "arguments": {"program": "(return 8)"}}</tool_call>`,
      ["<invoke>", "<tool_call>"],
    ],
    [`${invoke}\n\n(return 8)`, ["<invoke>", "a program without a fence"]],
    [
      '```clojure\n(return 1)\n```\n<tool_call>{"name": "find", "arguments": {"q": 1}}</tool_call>',
      ["a code block", "<tool_call>"],
    ],
    [
      '<program>(return 1)</program>\n```tool_code\nlisp_eval(program="(return 2)")\n```',
      ["a tag", "tool_code"],
    ],
  ])("are rejected by name: %j", (answer, forms) => {
    expect(extractProgram(answer)).toEqual({
      ok: false,
      reason: "multiple_code_blocks",
      count: 2,
      forms,
    });
  });

  test("are one program if it is the same", () => {
    expect(sourceOf(`${invoke}\n\`\`\`clojure\n(return 7)\n\`\`\``)).toBe("(return 7)");
  });

  test("two programs of one kind are two programs", () => {
    expect(extractProgram(`${invoke}\n${invoke.replace("7", "8")}`)).toEqual({
      ok: false,
      reason: "multiple_code_blocks",
      count: 2,
    });
  });
});

describe("data that looks like a wrapping", () => {
  test.each([
    ["in a string of a block", '```clojure\n(return "<invoke name=\\"lisp_eval\\">")\n```'],
    [
      "in a long string of a block",
      `\`\`\`clojure\n(return "\n${invoke.replaceAll('"', '\\"')}")\n\`\`\``,
    ],
    ["in a program without a fence", `(return (str "\n<tool_call>\n" '${json}\n"</tool_call>"))`],
    [
      "harmony tokens in a string",
      '(return (str/split x "<|end|><|start|>assistant<|channel|>final<|message|>"))',
    ],
    [
      "harmony tokens in a block",
      '```clojure\n(return "<|channel|>final<|message|>(fail 1)")\n```',
    ],
    ["tokens of a template in a string", '```clojure\n(return "</s>")\n```'],
    ["tags in a comment", "```clojure\n; <program>(return 8)</program>\n(return 7)\n```"],
  ])("stays data: %s", (_title, answer) => {
    const source = sourceOf(answer);
    expect(source).toBe(answer.replace(/^```clojure\n|\n```$/g, ""));
  });

  test.each([
    'Models write `<tool_call>{"name": "lisp_eval", "arguments": {"program": "(a)"}}</tool_call>`.',
    "<answer>The total (of all) is 5.</answer>",
    "<code>(count rows)</code> gives the number.",
    '```json\n{"name": "Bob", "parameters": {"program": "(a)"}}\n```',
    'The tag <invoke name="lisp_eval"> begins a call.',
  ])("is no program in a sentence or other data: %j", (answer) => {
    expect(extractProgram(answer)).toEqual({ ok: false, reason: "no_code_found" });
  });
});

test("calls of other tools are found in each wrapping", () => {
  const call = { name: "find", args: { q: "a; b" } };
  for (const text of [
    '<invoke name="find">\n<parameter name="q">a; b</parameter>\n</invoke>',
    "<tool_call>find\n<arg_key>q</arg_key>\n<arg_value>a; b</arg_value>\n</tool_call>",
    '[TOOL_CALLS] [{"name": "find", "arguments": {"q": "a; b"}}]',
    '```json\n{"name": "find", "arguments": {"q": "a; b"}}\n```',
    '<|channel|>commentary to=functions.find<|message|>{"q": "a; b"}',
  ])
    expect(writtenCalls(text)).toEqual([call]);
});
