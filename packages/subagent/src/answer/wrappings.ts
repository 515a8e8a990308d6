// The table of wrappings: how families of models write a call, or a program, as text. A provider
// would have turned them into real calls; as text, they show what the model wanted. Each row names
// the public document or parser that describes the format.

import {
  closingIn,
  jsonCalls,
  pythonCalls,
  taggedArguments,
  type ReadCalls,
} from "./call-arguments.ts";
import { programToolName } from "./program-tool.ts";

export interface Wrapping {
  /** The name of the wrapping in messages. */
  readonly form: string;
  readonly source: string;
  /** Matches the opening. Its groups are for `read`; the first is usually the name of the tool. */
  readonly opening: RegExp;
  /** Reads what follows the opening. Undefined if it isn't complete. */
  readonly read: (text: string, start: number, opening: RegExpExecArray) => ReadCalls | undefined;
}

const named = (text: string, start: number, [, name = ""]: RegExpExecArray) =>
  taggedArguments(text, start, name);

const json = (text: string, start: number, [, name]: RegExpExecArray) =>
  jsonCalls(text, start, name);

export const wrappings: readonly Wrapping[] = [
  {
    form: "<invoke>",
    source:
      "Claude: docs.anthropic.com, tool use system prompt; MiniMax-M2: MiniMax-AI/MiniMax-M2.5, docs/tool_calling_guide.md; DeepSeek-V3.2: encoding_dsv32.py of its model card",
    opening:
      /<(?:[\w-]{1,20}:|[|\uFF5C]\w{1,20}[|\uFF5C])?invoke\s+name="([\w.-]{1,64})"[^<>\n]{0,80}>/g,
    read: named,
  },
  {
    form: "<invoke>",
    source: "Claude 2 and 3: docs.anthropic.com, legacy tool use",
    opening: /<invoke>\s*<tool_name>\s*([\w.-]{1,64})\s*<\/tool_name>\s*(?:<parameters>)?/g,
    read: named,
  },
  {
    form: "<function=…>",
    source:
      "Qwen3-Coder: qwen3coder_tool_parser.py of its model card; Llama 3.1: llama.com, custom tool calls",
    opening: /<function=([\w.-]{1,64})>/g,
    read: (text, start, opening) => json(text, start, opening) ?? named(text, start, opening),
  },
  {
    form: "<tool_call>",
    source: "Hermes and Qwen: NousResearch/Hermes-Function-Calling, README.md",
    opening: /<tool_call>/g,
    read: json,
  },
  {
    form: "<tool_call>",
    source: "GLM-4.5 to 4.7: vllm-project/vllm, glm4_moe_tool_parser.py, glm47_moe_tool_parser.py",
    opening: /<tool_call>\s*([\w.-]{1,64})\s*(?=<arg_key>)/g,
    read: named,
  },
  {
    form: "<function_call>",
    source:
      "Granite: vllm-project/vllm, granite_20b_fc_tool_parser.py; Glaive data: <functioncall>",
    opening: /<function_?call>/g,
    read: json,
  },
  {
    form: "[TOOL_CALLS]",
    source: "Mistral: mistralai/mistral-common, tokens/tokenizers",
    opening: /\[TOOL_CALLS\] ?([\w.-]{1,64})?(?:\[ARGS\])?/g,
    read: json,
  },
  {
    form: "<|python_tag|>",
    source: "Llama 3.1: llama.com, model cards and prompt formats",
    opening: /<\|python_tag\|>/g,
    read: json,
  },
  {
    form: "<|tool_call_begin|>",
    source: "Kimi K2: MoonshotAI/Kimi-K2, docs/tool_call_guidance.md",
    opening:
      /<\|tool_call_begin\|>\s*(?:functions\.)?([\w.-]{1,64}?)(?::\d{1,6})?\s*<\|tool_call_argument_begin\|>/g,
    read: json,
  },
  {
    form: "<｜tool▁call▁begin｜>",
    source:
      "DeepSeek-V3 and V3.1: vllm-project/vllm, deepseekv3_tool_parser.py, deepseekv31_tool_parser.py",
    opening:
      /<[|\uFF5C]tool\u2581call\u2581begin[|\uFF5C]>(?:function<[|\uFF5C]tool\u2581sep[|\uFF5C]>)?([\w.-]{1,64})(?:<[|\uFF5C]tool\u2581sep[|\uFF5C]>)?/g,
    read: json,
  },
  {
    form: "<|channel|>",
    source: "gpt-oss: openai/openai-cookbook, articles/openai-harmony.md",
    opening:
      /<\|(?:start|channel)\|>[^<>\n]{0,80}\bto=(?:functions\.)?([\w.-]{1,64})[^<>\n]{0,80}(?:<\|(?:channel|constrain)\|>[^<>\n]{0,80}){0,2}<\|message\|>/g,
    read: json,
  },
  {
    form: "tool_code",
    source: "Gemini and Gemma: ai.google.dev, Gemma function calling",
    opening: /(?:^[ \t]*(?:```|~~~)[ \t]*tool_code[ \t]*\n|<tool_code>)/gm,
    read: pythonProgram,
  },
  {
    form: "a tag",
    source: "prompts that ask for tags: docs.anthropic.com, use XML tags to structure prompts",
    opening:
      /^[ \t]*<(program|clojure|clj|lisp|ptc-lisp|lisp_eval|code|script|answer|final_answer|solution)>/gm,
    read: taggedProgram,
  },
];

/** Reads a call that passes a program. Other Python is reported as Python. */
function pythonProgram(text: string, start: number): ReadCalls | undefined {
  const read = pythonCalls(text, start);
  return read?.calls[0]?.name === programToolName ? read : undefined;
}

/** Reads `<program>…</program>`. Other text may not follow on the line of the closing tag. */
function taggedProgram(
  text: string,
  start: number,
  [, tag = ""]: RegExpExecArray,
): ReadCalls | undefined {
  const [to, end] = closingIn(text, start, `</${tag}>`) ?? [text.length, text.length];
  const program = text.slice(start, to).trim();
  const isAlone = /^[^\S\n]*(?:$|\n|<)/.test(text.slice(end, end + 200));
  return isAlone && /^(?:[(;]|#_|```)/.test(program)
    ? { calls: [{ name: programToolName, args: { program } }], end }
    : undefined;
}
