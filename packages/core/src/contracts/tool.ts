// What a tool is: a name the program can call, and a function of the host.

import type { EffectAddress } from "./effect-address.ts";
import type { StandardSchema } from "./standard-schema.ts";
import type { TraceScope } from "./trace-scope.ts";

/** What a tool learns about its call. */
export interface ToolContext {
  /** Aborts when the run does, and when the call has taken too long. */
  readonly signal: AbortSignal;
  /** The same as `signal`, under the name that tools written for the AI SDK read. */
  readonly abortSignal: AbortSignal;
  /** Where in the run the call stands. */
  readonly address: EffectAddress;
  /**
   * The same text for the same call of the same run: usable as an idempotency key within the run.
   * A later run that makes the call again has another one.
   */
  readonly callId: string;
  /** The same as `callId`, under the name that tools written for the AI SDK read. */
  readonly toolCallId: string;
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
export type ToolFunction<Context = ToolContext> = (
  args: ToolArguments,
  context: Context,
) => unknown;

/**
 * A function of the host that says itself what its arguments are: `async ({ id }: { id: number })
 * => …`. Nothing checks what a program gives it unless the tool has a contract, which a signature
 * or a schema is.
 */
// The compiler takes a function for it that fits both sides: the left one holds the context, and
// the right one, a method and therefore compared in either direction, holds the arguments to
// objects. Since one side has a type parameter and the other has none, neither is used to type
// parameters that were written without a type: those are typed by `ToolFunction`.
export type TypedToolFunction<Context = ToolContext> = ((
  args: never,
  context: Context,
) => unknown) &
  ObjectTaker["take"];

interface ObjectTaker {
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters, @typescript-eslint/no-unused-vars -- it only tells this signature from the other one
  take<_Unused>(args: object, context: never): unknown;
}

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
export interface Tool<Context = ToolContext> {
  /** Tells the model what the tool does. */
  readonly description?: string;
  /**
   * The typed contract as text, `(query :string) -> [:map]`; see `@ptc/signature`. Agents read and
   * enforce it; `@ptc/lisp` alone refuses it, and takes schemas.
   */
  readonly signature?: string;
  /**
   * In place of a signature, any Standard Schema (zod, valibot, arktype…) for the arguments, as one
   * object. A call whose arguments do not match fails; the tool gets what the schema answers.
   */
  readonly inputSchema?: StandardSchema;
  /** The same for the answer: a program gets what the schema answers. */
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
   * call that was aborted, a `ToolFailure` that says `isLasting`; one that says `retryAfterMs` is
   * waited for that long. Default 0. `@ptc/lisp` alone does not heed it.
   */
  readonly retries?: number;
  /**
   * How many calls of the tool one mission makes at once; further ones, as `pmap` makes them, wait
   * for their turn in order. A call that timed out has had its turn, even where the tool works on.
   * Default: no limit. `@ptc/lisp` alone does not heed it.
   */
  readonly concurrency?: number;
  /** Runs a call; may be async. When it throws, the call fails. */
  readonly execute: ToolFunction<Context>;
}

/** A tool whose function says itself what its arguments are. */
export interface TypedTool<Context = ToolContext> extends Omit<Tool, "execute"> {
  readonly execute: TypedToolFunction<Context>;
}

const toolFields: Readonly<Record<keyof Tool, true>> = {
  description: true,
  signature: true,
  inputSchema: true,
  outputSchema: true,
  callForm: true,
  cache: true,
  expose: true,
  nativeResult: true,
  timeoutMs: true,
  retries: true,
  concurrency: true,
  execute: true,
};

/** The fields that a tool may have. */
export const toolFieldNames: readonly string[] = /* @__PURE__ */ Object.keys(toolFields);

/** Tools by name: functions, or objects with an `execute` function. Only own properties count. */
export type Tools<Context = ToolContext> = Readonly<
  Record<
    string,
    ToolFunction<Context> | TypedToolFunction<Context> | Tool<Context> | TypedTool<Context>
  >
>;
