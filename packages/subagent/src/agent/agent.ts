// What an agent is: a prompt, a typed answer, tools and bounds. Plain data; running it is another matter.

import { OptionError } from "@ptc/core/errors";
import { isStandardSchema, type Tool, type ToolFunction, type Tools } from "@ptc/core/contracts";
import type { Limits } from "@ptc/lisp";
import { parseSignature, type CheckedSignature, type Infer, type InferInput, type TypedSignature, type ValidationMode } from "@ptc/signature";
import { contractOfSchemas, contractOfSignature, type ToolContract } from "./tool-contract.ts";

export interface AgentOptions<Text extends string = string> {
  /** What is asked of the agent. */
  readonly prompt: string;
  /**
   * The typed contract, `(limit :int) -> {count :int}`: what the context must hold and what the answer is. Written as a literal it
   * types both. Default: any value.
   */
  readonly signature?: CheckedSignature<Text>;
  readonly tools?: Tools;
  /** Model answers at most; default 5. With 1 the value of the program is the answer, without `(return …)`. */
  readonly maxTurns?: number;
  /** Limits of each program. */
  readonly limits?: Partial<Limits>;
  /** Whether time in tools, child agents among them, counts against `limits.timeoutMs`; default false. */
  readonly chargeToolTime?: boolean;
  /** How the context, arguments and answers of tools, and the answer of the agent are held to their signatures; default `enabled`. */
  readonly validation?: ValidationMode;
}

/** A checked agent; make it with `defineAgent`. `Input` is what its context must hold, `Output` what it answers. */
export interface Agent<Input = unknown, Output = unknown> {
  readonly prompt: string;
  readonly signature: TypedSignature<Input, Output>;
  readonly tools: ReadonlyMap<string, AgentTool>;
  readonly maxTurns: number;
  readonly limits: Partial<Limits>;
  readonly chargeToolTime: boolean;
  readonly validation: ValidationMode;
}

/** A tool with its contract read. */
export interface AgentTool {
  readonly description: string | undefined;
  readonly execute: ToolFunction;
  readonly contract: ToolContract;
}

const optionNames = ["prompt", "signature", "tools", "maxTurns", "limits", "chargeToolTime", "validation"] as const satisfies readonly (keyof AgentOptions)[];
const reservedToolNames: ReadonlySet<string> = new Set(["return", "fail"]);
const validationModes: readonly ValidationMode[] = ["enabled", "warn-only", "strict", "disabled"];
const defaultMaxTurns = 5;

/**
 * Checks the options of an agent.
 * @throws OptionError naming the option, what it was given and what it takes
 */
export function defineAgent<const Text extends string = "() -> :any">(options: AgentOptions<Text>): Agent<InferInput<Text>, Infer<Text>> {
  for (const name of Object.keys(options)) {
    if (!(optionNames as readonly string[]).includes(name)) throw new OptionError(name, `unknown option; the options are ${optionNames.join(", ")}`);
  }
  const { prompt, maxTurns = defaultMaxTurns, chargeToolTime = false, validation = "enabled" } = options;
  if (typeof prompt !== "string" || prompt.trim() === "") throw new OptionError("prompt", "expected a text that says what is asked");
  if (!Number.isInteger(maxTurns) || maxTurns < 1) throw new OptionError("maxTurns", `expected a whole number from 1, got ${String(maxTurns)}`);
  // What the types promise, a JavaScript caller may still break.
  if (typeof (chargeToolTime as unknown) !== "boolean") throw new OptionError("chargeToolTime", "expected true or false");
  if (!validationModes.includes(validation)) throw new OptionError("validation", `expected ${validationModes.map((mode) => JSON.stringify(mode)).join(", ")}`);
  return {
    prompt,
    // The compiler has read the same text.
    signature: signatureOf("signature", options.signature ?? "() -> :any") as TypedSignature<InferInput<Text>, Infer<Text>>,
    tools: new Map(Object.entries(options.tools ?? {}).map(([name, tool]) => [name, agentTool(name, tool)])),
    maxTurns,
    limits: options.limits ?? {},
    chargeToolTime,
    validation,
  };
}

function agentTool(name: string, tool: Tool | ToolFunction): AgentTool {
  const option = `tools.${name}`;
  if (reservedToolNames.has(name)) throw new OptionError(option, "is a form of the language: give the tool another name");
  const { description, signature, inputSchema, outputSchema, execute } = typeof tool === "function" ? { execute: tool } as Tool : tool;
  // What the types promise, a JavaScript caller may still break.
  if (typeof (execute as unknown) !== "function") throw new OptionError(option, "expected a function, or an object with an `execute` function");
  if (signature !== undefined && (inputSchema !== undefined || outputSchema !== undefined)) throw new OptionError(option, "takes a signature or schemas, not both");
  checkSchema(`${option}.inputSchema`, inputSchema);
  checkSchema(`${option}.outputSchema`, outputSchema);
  const contract = signature === undefined ? contractOfSchemas(tool as Tool) : contractOfSignature(signatureOf(`${option}.signature`, signature));
  return { description, execute, contract };
}

function checkSchema(option: string, schema: unknown): void {
  if (schema !== undefined && !isStandardSchema(schema)) throw new OptionError(option, "expected a Standard Schema (zod, valibot, arktype…)");
}

function signatureOf(option: string, text: string): TypedSignature {
  const parsed = parseSignature(text);
  if (parsed.ok) return parsed.signature;
  const { message, excerpt, hint } = parsed.error;
  throw new OptionError(option, [message, excerpt, ...(hint === undefined ? [] : [`hint: ${hint}`])].join("\n"));
}
