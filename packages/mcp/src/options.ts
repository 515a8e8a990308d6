// What `mcpTools` can be told, and how that is checked.

import { OptionError } from "@ptc/core/errors";
import { unknownOption } from "@ptc/core/internal/errors";
import type { McpProgress, McpTool } from "./mcp-client.ts";
import { toolSymbol } from "./tool-symbol.ts";

/** Progress of one call. */
export interface McpCallProgress extends McpProgress {
  /** The name of the tool, as programs call it. */
  readonly tool: string;
  /** The id of the call, as its record and its trace have it. */
  readonly callId: string;
}

/** A value for all tools, or one for each. */
type ForTool<Value> = Value | ((tool: McpTool) => Value | undefined);

export interface NamingOptions {
  /** In front of each name: with `github/`, `issues` is called `(tool/github/issues …)`. */
  readonly prefix?: string;
  /**
   * The name by which programs call a tool; undefined for what the name at the server becomes by
   * itself, behind the prefix.
   */
  readonly rename?: (tool: McpTool) => string | undefined;
}

/** The options of `mcpTools`: which tools are taken, and what bounds their calls. */
export interface McpToolsOptions extends NamingOptions {
  /** Which tools are taken: their names at the server, or a function. Default: all. */
  readonly include?: readonly string[] | ((tool: McpTool) => boolean);
  /**
   * Whether an answer serves later calls with the same arguments; default false. A server's hints
   * are claims: where you trust them, `cache: ({ annotations }) => annotations?.readOnlyHint`.
   */
  readonly cache?: ForTool<boolean>;
  /** How long a call may take; by themselves MCP clients give up after a minute. */
  readonly timeoutMs?: ForTool<number>;
  /** How often a failed call is made again; default 0. */
  readonly retries?: ForTool<number>;
  /** How many calls of a tool run at once; default: no limit. */
  readonly concurrency?: ForTool<number>;
  /**
   * Whether an answer that is one text, which is a JSON object or array, becomes that value;
   * default false: it stays a text.
   */
  readonly parseJson?: ForTool<boolean>;
  /** The largest answer in characters, of base64 too; default 10,000,000. */
  readonly maxResultSize?: number;
  /** The most tools that a server may list; default 1,000. */
  readonly maxTools?: number;
  /** Hears of the progress of calls. Servers tell none unless it is given. */
  readonly onProgress?: (progress: McpCallProgress) => void;
  /** Reject a server with unusable tools instead of leaving those tools out. */
  readonly strict?: boolean;
  /** Ends the listing; calls end with their run. */
  readonly signal?: AbortSignal;
}

export interface CheckedOptions extends McpToolsOptions {
  readonly maxResultSize: number;
  readonly maxTools: number;
}

type Check = (value: unknown) => boolean;

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

const isBoolean: Check = (value) => typeof value === "boolean";
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 1;
function either(...checks: readonly Check[]): Check {
  return (value) => checks.some((check) => check(value));
}

const isMilliseconds: Check = (value) =>
  typeof value === "number" && value > 0 && value <= 2 ** 31 - 1;
const isWhole: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/** What the options that may be a function of the tool take otherwise. */
const perTool = {
  cache: [isBoolean, "true or false"],
  parseJson: [isBoolean, "true or false"],
  timeoutMs: [isMilliseconds, "milliseconds above 0, at most 2147483647"],
  retries: [isWhole, "a whole number from 0"],
  concurrency: [isCount, "a whole number from 1"],
} as const satisfies Partial<Record<keyof McpToolsOptions, readonly [Check, string]>>;

const checks: Readonly<Record<keyof McpToolsOptions, readonly [Check, string]>> = {
  cache: orFunction(perTool.cache),
  parseJson: orFunction(perTool.parseJson),
  timeoutMs: orFunction(perTool.timeoutMs),
  retries: orFunction(perTool.retries),
  concurrency: orFunction(perTool.concurrency),
  prefix: [
    (value) => typeof value === "string" && (value === "" || isPrefix(value)),
    "the start of a tool name, such as `github/` or `github-`",
  ],
  rename: [isFunction, "a function of the tool"],
  include: [
    either(isFunction, (value) => Array.isArray(value) && value.every((name) => isText(name))),
    "an array of tool names, or a function of the tool",
  ],
  maxResultSize: [isCount, "a whole number from 1"],
  maxTools: [isCount, "a whole number from 1"],
  onProgress: [isFunction, "a function"],
  strict: [isBoolean, "true or false"],
  signal: [(value) => value instanceof AbortSignal, "an AbortSignal"],
};

function orFunction([check, expected]: readonly [Check, string]): readonly [Check, string] {
  return [either(check, isFunction), `${expected}, or a function of the tool`];
}

/** @throws OptionError */
export function checkedOptions(options: McpToolsOptions): CheckedOptions {
  if (typeof (options as unknown) !== "object" || (options as unknown) === null)
    throw new OptionError("options", "expected an object");
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof McpToolsOptions] : undefined;
    if (check === undefined) throw new OptionError(name, unknownOption(name, Object.keys(checks)));
    if (value !== undefined && !check[0](value))
      throw new OptionError(name, `expected ${check[1]}`);
  }
  return {
    ...options,
    maxResultSize: options.maxResultSize ?? 10_000_000,
    maxTools: options.maxTools ?? 1_000,
  };
}

/** @throws OptionError where a function of the host answers something else than the option takes */
export function optionFor<Name extends keyof typeof perTool>(
  options: McpToolsOptions,
  name: Name,
  tool: McpTool,
): Exclude<McpToolsOptions[Name], ((tool: McpTool) => unknown) | undefined> | undefined {
  type Value = Exclude<McpToolsOptions[Name], ((tool: McpTool) => unknown) | undefined>;
  const option = options[name];
  const value: unknown = typeof option === "function" ? option(tool) : option;
  const [check, expected] = perTool[name];
  if (value !== undefined && !check(value))
    throw new OptionError(name, `its function must return ${expected}`);
  return value as Value | undefined;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isPrefix(prefix: string): boolean {
  return prefix.length <= 32 && toolSymbol(`${prefix}x`) === `${prefix}x`;
}
