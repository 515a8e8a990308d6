// What an agent is: a prompt, a typed answer, tools and bounds. Plain data; running it is another matter.

import { OptionError } from "@ptc/core/errors";
import type { Tool, ToolFunction, Tools } from "@ptc/core/contracts";
import type { Limits } from "@ptc/lisp";
import { parseSignature, type Signature } from "@ptc/signature";

export interface AgentOptions {
  /** What is asked of the agent. */
  readonly prompt: string;
  /** The typed contract of the answer, `() -> {count :int}`; default: any value. */
  readonly signature?: string;
  readonly tools?: Tools;
  /** Model answers at most; default 5. With 1 the value of the program is the answer, without `(return …)`. */
  readonly maxTurns?: number;
  /** Limits of each program. */
  readonly limits?: Partial<Limits>;
}

/** A checked agent; make it with `defineAgent`. */
export interface Agent {
  readonly prompt: string;
  readonly signature: Signature;
  readonly tools: ReadonlyMap<string, AgentTool>;
  readonly maxTurns: number;
  readonly limits: Partial<Limits>;
}

/** A tool with its signature read. */
export interface AgentTool {
  readonly tool: Tool;
  readonly signature: Signature | undefined;
}

const optionNames = ["prompt", "signature", "tools", "maxTurns", "limits"] as const satisfies readonly (keyof AgentOptions)[];
const reservedToolNames: ReadonlySet<string> = new Set(["return", "fail"]);
const defaultMaxTurns = 5;

/**
 * Checks the options of an agent.
 * @throws OptionError naming the option, what it was given and what it takes
 */
export function defineAgent(options: AgentOptions): Agent {
  for (const name of Object.keys(options)) {
    if (!(optionNames as readonly string[]).includes(name)) throw new OptionError(name, `unknown option; the options are ${optionNames.join(", ")}`);
  }
  const { prompt, maxTurns = defaultMaxTurns } = options;
  if (typeof prompt !== "string" || prompt.trim() === "") throw new OptionError("prompt", "expected a text that says what is asked");
  if (!Number.isInteger(maxTurns) || maxTurns < 1) throw new OptionError("maxTurns", `expected a whole number from 1, got ${String(maxTurns)}`);
  return {
    prompt,
    signature: signatureOf("signature", options.signature ?? "() -> :any"),
    tools: new Map(Object.entries(options.tools ?? {}).map(([name, tool]) => [name, agentTool(name, tool)])),
    maxTurns,
    limits: options.limits ?? {},
  };
}

function agentTool(name: string, tool: Tool | ToolFunction): AgentTool {
  if (reservedToolNames.has(name)) throw new OptionError(`tools.${name}`, "is a form of the language: give the tool another name");
  if (typeof tool === "function") return { tool: { execute: tool }, signature: undefined };
  return { tool, signature: tool.signature === undefined ? undefined : signatureOf(`tools.${name}.signature`, tool.signature) };
}

function signatureOf(option: string, text: string): Signature {
  const parsed = parseSignature(text);
  if (parsed.ok) return parsed.signature;
  const { message, excerpt, hint } = parsed.error;
  throw new OptionError(option, [message, excerpt, ...(hint === undefined ? [] : [`hint: ${hint}`])].join("\n"));
}
