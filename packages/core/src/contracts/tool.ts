// What a tool is: a name the program can call, and a function of the host.

import type { EffectAddress } from "./effect-address.ts";
import type { StandardSchema } from "./standard-schema.ts";
import type { TraceScope } from "./trace-scope.ts";

/** What a tool learns about its call. `signal` aborts when the run does. */
export interface ToolContext {
  readonly signal: AbortSignal;
  readonly address: EffectAddress;
  /**
   * The same text for the same call of the same run: usable as an idempotency key within the run.
   * A later run that makes the call again has another one.
   */
  readonly callId: string;
  /** The span of the call: what the tool starts in it stands below the call in the trace. */
  readonly trace: TraceScope;
  /** Says that the answer was kept from another call: the record and the trace say so too. */
  readonly noteCached: () => void;
  /**
   * Says how often the tool was called for this call so far: 0 while the call waits for its turn.
   * The record and the trace say so where it is not once.
   */
  readonly noteAttempts: (count: number) => void;
  /** Says that the call runs a mission of this trace: the record and the trace refer to it. */
  readonly noteChild: (traceId: string) => void;
}

/** Arguments arrive as a plain object with string keys, hyphens as underscores. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** A function of the host; may be async. Throwing fails the call with `tool_error`. */
export type ToolFunction = (args: ToolArguments, context: ToolContext) => unknown;

/** Who may call a tool; see `Tool.expose`. */
export type Exposure = "native" | "program" | "both";

/** What the model sees in place of a whole answer; see `Tool.nativeResult`. */
export interface NativeResult {
  /**
   * `metadata`: how many rows there are, their fields and types, and no value. `rows`: that, and
   * the first rows. A function makes it of the whole answer: a plain object that JSON can write.
   * Where it fails, the model sees the metadata. Default `metadata`.
   */
  readonly preview?: "metadata" | "rows" | ((answer: never) => unknown);
  /** How many rows `rows` shows; default 20. */
  readonly limit?: number;
}

/** A tool with what a model is told about it. */
export interface Tool {
  readonly description?: string;
  /** The typed contract as text, `(query :string) -> [:map]`; see `@ptc/signature`. */
  readonly signature?: string;
  /**
   * In place of a signature, any Standard Schema (zod, valibot, arktype…) for the arguments, as one
   * object.
   */
  readonly inputSchema?: StandardSchema;
  /** The same for the answer. */
  readonly outputSchema?: StandardSchema;
  /**
   * How a program writes a call, with its types: `(tool/find {:query :string}) -> [:map]`, then the
   * types that it names, each on a line of its own. For hosts that make it of a contract, as agents
   * do; programs that ask about the tool are shown it in place of the signature.
   */
  readonly callForm?: string;
  /**
   * An agent calls it once for the same arguments and gives later calls the same answer; default
   * false. For tools that look things up. `@ptc/lisp` alone does not heed it.
   */
  readonly cache?: boolean;
  /**
   * Who may call it: the model itself, by native tool calls, or programs, or both. Default: what
   * the mode of the agent is about, programs in the modes `program` and `program-call`, the model
   * in `text` and `combined`. `@ptc/lisp` alone does not heed it.
   */
  readonly expose?: Exposure;
  /**
   * What the model sees of an answer that it asked for itself, where programs can have the whole
   * one: with `expose: "both"` and `cache: true`, in the mode `combined`. Default: what it is, and
   * no value of it. `@ptc/lisp` alone does not heed it.
   */
  readonly nativeResult?: NativeResult;
  /**
   * How many milliseconds a call may take. One that takes longer fails, and its `signal` aborts;
   * whether it took effect is not known. The time counts from the moment at which the tool is
   * called: not while a call waits for its turn, and for each of its `retries` anew. A function
   * that does not answer with a promise cannot be interrupted. Default: no limit. `@ptc/lisp` alone
   * does not heed it.
   */
  readonly timeoutMs?: number;
  /**
   * How often a call that failed, or took too long, is made again, with the same `callId`: after
   * half a second, then each time after about twice as long, at most half a minute. What would fail
   * again is not: wrong arguments, an answer that breaks the contract, a budget that is used up, a
   * call that was aborted. Default 0. `@ptc/lisp` alone does not heed it.
   */
  readonly retries?: number;
  /**
   * How many calls of the tool one mission makes at once; further ones, as `pmap` makes them, wait
   * for their turn in order. A call that timed out has had its turn, even where the tool works on.
   * Default: no limit. `@ptc/lisp` alone does not heed it.
   */
  readonly concurrency?: number;
  readonly execute: ToolFunction;
}

/** Tools by name. Only own properties count. */
export type Tools = Readonly<Record<string, Tool | ToolFunction>>;
