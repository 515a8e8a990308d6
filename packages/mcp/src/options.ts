// The options of `mcpTools` and their checks.

import { OptionError } from "@ptc/core/errors";
import type { BigIntJson } from "@ptc/core/json";
import { unknownOption } from "@ptc/core/internal/errors";
import type { McpProgress, McpTool } from "./mcp-client.ts";
import { toolSymbol } from "./tool-symbol.ts";

/** Progress of one call. */
export interface McpCallProgress extends McpProgress {
  /** The name of the tool in programs. */
  readonly tool: string;
  /** The id of the call, as in its record and its trace. */
  readonly callId: string;
}

/** A value for all tools, or a function that returns one per tool. */
type ForTool<Value> = Value | ((tool: McpTool) => Value | undefined);

export interface NamingOptions {
  /**
   * The prefix of each name. With `github/`, programs call `issues` as `(tool/github/issues …)`.
   */
  readonly prefix?: string;
  /**
   * Returns the name of a tool in programs, or undefined to derive it from the server's name and
   * the prefix.
   */
  readonly rename?: (tool: McpTool) => string | undefined;
}

/** The tools of a server whose calls wait for an approval. */
export type McpApproval = "all" | "writes" | "destructive";

/** The options of `mcpTools`: which tools to include, and the limits of their calls. */
export interface McpToolsOptions extends NamingOptions {
  /** The tools to include: their names at the server, or a predicate. Default: all. */
  readonly include?: readonly string[] | ((tool: McpTool) => boolean);
  /**
   * Whether a result serves later calls with the same arguments; default false. A server's hints
   * are unverified. If you trust them, use
   * `cache: ({ annotations }) => annotations?.readOnlyHint`.
   */
  readonly cache?: ForTool<boolean>;
  /** The time limit of a call; the default of MCP clients is a minute. */
  readonly timeoutMs?: ForTool<number>;
  /** The number of retries of a failed call; default 0. */
  readonly retries?: ForTool<number>;
  /** The number of concurrent calls of a tool; default: no limit. */
  readonly concurrency?: ForTool<number>;
  /**
   * The tools whose calls wait for an approval: all, those that may change something, or those that
   * may delete or overwrite something. Default: none. `writes` and `destructive` rely on the
   * server's hints `readOnlyHint` and `destructiveHint`, so they need `trustHints`. Without it,
   * they mean all tools of the server.
   */
  readonly approve?: McpApproval;
  /**
   * Whether `approve` relies on the server's hints; default false, because a server can claim
   * anything. A tool without hints counts as destructive, as the protocol says.
   */
  readonly trustHints?: boolean;
  /** The time in milliseconds after which a call that waits counts as denied. Default: no limit. */
  readonly approvalTimeoutMs?: number;
  /** Whether to parse a result that is one text with a JSON object or array; default false. */
  readonly parseJson?: ForTool<boolean>;
  /**
   * How to send an integer beyond 2^53, such as an id of 18 digits: as a number with all digits, as
   * text, or not at all. Default `number`, because a server that returned such an id reads it
   * exactly. It needs `JSON.rawJSON` (Node 22 or later); other hosts refuse the call.
   */
  readonly bigint?: BigIntJson;
  /** The largest result in characters, including base64; default 10,000,000. */
  readonly maxResultSize?: number;
  /** The largest number of tools a server may list; default 1,000. */
  readonly maxTools?: number;
  /** Whether to add the tools `list-resources` and `read-resource`; default false. */
  readonly resources?: boolean;
  /** Whether to add the tools `list-prompts` and `get-prompt`; default false. */
  readonly prompts?: boolean;
  /** Called with the progress of calls. Servers report progress only if it is set. */
  readonly onProgress?: (progress: McpCallProgress) => void;
  /** Rejects a server with unusable tools instead of omitting those tools. */
  readonly strict?: boolean;
  /** Aborts the listing. Calls are aborted by their run's signal. */
  readonly signal?: AbortSignal;
}

export interface CheckedOptions extends McpToolsOptions {
  readonly maxResultSize: number;
  readonly maxTools: number;
  readonly bigint: BigIntJson;
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

const approvals: readonly unknown[] = ["all", "writes", "destructive"] satisfies McpApproval[];
const bigintChoices: readonly unknown[] = ["number", "string", "error"] satisfies BigIntJson[];

/** The values accepted by options that may also be a function of the tool. */
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
  approve: [
    (value) => approvals.includes(value),
    '"all", "writes" or "destructive"; leave it out if no call needs an approval',
  ],
  trustHints: [isBoolean, "true or false"],
  approvalTimeoutMs: [
    (value) => Number.isFinite(value) && Number(value) > 0,
    "milliseconds above 0",
  ],
  maxResultSize: [isCount, "a whole number from 1"],
  maxTools: [isCount, "a whole number from 1"],
  bigint: [(value) => bigintChoices.includes(value), bigintChoices.join(", ")],
  onProgress: [isFunction, "a function"],
  resources: [isBoolean, "true or false"],
  prompts: [isBoolean, "true or false"],
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
    bigint: options.bigint ?? "number",
  };
}

/** @throws OptionError if a function of the host returns an invalid value for the option */
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
