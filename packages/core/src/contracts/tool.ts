// The types of a tool: a name that programs can call, and a host function.

import type { CallDecision } from "./call-decision.ts";
import type { EffectAddress } from "./effect-address.ts";
import type { StandardSchema } from "./standard-schema.ts";
import type { TraceScope } from "./trace-scope.ts";

/** Information that a tool receives about its call. */
export interface ToolContext {
  /** Aborts when the run aborts, or when the call exceeds its timeout. */
  readonly signal: AbortSignal;
  /** The same as `signal`, under the name that AI SDK tools read. */
  readonly abortSignal: AbortSignal;
  /** The address of the call in the run. */
  readonly address: EffectAddress;
  /**
   * The same text for the same call of the same run, so you can use it as an idempotency key
   * within the run. If a later run makes the call again, the id differs.
   */
  readonly callId: string;
  /** The same as `callId`, under the name that AI SDK tools read. */
  readonly toolCallId: string;
  /**
   * The span of the call. Spans that the tool starts from it appear below the call in the trace.
   */
  readonly trace: TraceScope;
  /** Marks the result as cached from another call, in the record and the trace. */
  readonly noteCached: () => void;
  /**
   * Reports how often the tool was called for this call so far: 0 while the call waits for its
   * turn. The record and the trace include the count unless it is 1.
   */
  readonly noteAttempts: (count: number) => void;
  /**
   * Reports that the call runs a mission with this trace id. The record and the trace refer to it.
   */
  readonly noteChild: (traceId: string) => void;
  /** Reports the decision about a call that waited, for its record. Absent where none can wait. */
  readonly noteDecision?: ((decision: CallDecision) => void) | undefined;
  /**
   * Reports work of the call besides the tool itself, such as an async check of its arguments, so
   * that the run counts as active until it settles. Absent unless the run has the option
   * `activity`.
   */
  readonly noteWork?: ((work: PromiseLike<unknown>) => void) | undefined;
}

/** Information about a call that may need an approval. */
export interface ApprovalContext {
  /** The address of the call as text; see `ToolContext.callId`. */
  readonly callId: string;
  /** The same as `callId`, under the name that AI SDK tools read. */
  readonly toolCallId: string;
  readonly address: EffectAddress;
  /** Explains why the call waits, for the person who decides: the `why` of the pending call. */
  readonly noteWhy?: (why: string) => void;
}

/** Decides whether a call needs an approval, from its checked arguments. */
export type ApprovalRule = (
  args: ToolArguments,
  call: ApprovalContext,
) => boolean | PromiseLike<boolean>;

/**
 * The arguments of a call: a plain object with string keys. Declared names have the spelling of
 * the tool's contract, and all other keys that of the caller.
 */
export type ToolArguments = Readonly<Record<string, unknown>>;

/**
 * A host function that runs a call; may be async. If it throws, the call fails with `tool_error`.
 */
export type ToolFunction<Context = ToolContext> = (
  args: ToolArguments,
  context: Context,
) => unknown;

/**
 * A host function that declares its own argument types: `async ({ id }: { id: number }) => …`. A
 * program's arguments are checked against them only if the tool has a contract, that is, a
 * signature or a schema.
 */
// TypeScript accepts a function that fits both sides of this intersection. The left side checks the
// context. The right side is a method, so its parameters are compared bivariantly; it requires the
// arguments to be an object. Only one side is generic, so TypeScript doesn't use either side to
// infer unannotated parameters. `ToolFunction` types those.
export type TypedToolFunction<Context = ToolContext> = ((
  args: never,
  context: Context,
) => unknown) &
  ObjectTaker["take"];

/** An approval rule that declares its own argument types. */
export type TypedApprovalRule = ((
  args: never,
  call: ApprovalContext,
) => boolean | PromiseLike<boolean>) &
  ObjectTaker["take"];

interface ObjectTaker {
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters, @typescript-eslint/no-unused-vars -- it only tells this signature from the other one
  take<_Unused>(args: object, context: never): unknown;
}

/** The allowed callers of a tool; see `Tool.expose`. */
export type Exposure = "native" | "program" | "both";

/**
 * The changes that a call makes outside of the program: `read` changes nothing, `write` changes
 * something, and `destructive` may delete or overwrite something.
 */
export type ToolEffect = "read" | "write" | "destructive";

/** Options for what the model sees instead of a whole result; see `Tool.nativeResult`. */
export interface NativeResult {
  /**
   * `metadata` shows the number of rows and their fields and types, but no values. `rows` adds the
   * first rows. A function computes the preview from the whole result, as a plain object that JSON
   * can write; if it fails, the model sees the metadata. Default: `metadata`.
   */
  readonly preview?: "metadata" | "rows" | ((answer: never) => unknown);
  /** The number of rows that `rows` shows. Default: 20. */
  readonly limit?: number;
}

/** A tool and the description that a model sees of it. */
export interface Tool<Context = ToolContext> {
  /** Describes the tool to the model. */
  readonly description?: string;
  /**
   * The typed contract as text, `(query :string) -> [:map]`; see `@ptc/signature`. Agents parse
   * and enforce it. `@ptc/lisp` alone rejects it and accepts only schemas.
   */
  readonly signature?: string;
  /**
   * A Standard Schema (zod, valibot, arktype…) for the arguments as one object, instead of a
   * signature. A call with arguments that don't match fails. The tool receives the schema's
   * output.
   */
  readonly inputSchema?: StandardSchema;
  /** The same for the result: the program receives the schema's output. */
  readonly outputSchema?: StandardSchema;
  /**
   * How a program writes a call, with its types: `(tool/find {:query :string}) -> [:map]`,
   * followed by the types it names, one per line. Set by hosts that generate it from a contract,
   * as agents do. Programs that ask for the tool's documentation see it instead of the signature.
   */
  readonly callForm?: string;
  /**
   * If true, an agent calls the tool once per set of arguments and reuses the result for later
   * calls. Default: false. Meant for tools that look things up. `@ptc/lisp` alone ignores it.
   */
  readonly cache?: boolean;
  /**
   * The allowed callers: the model by native tool calls, programs, or both. The default depends on
   * the agent's mode: programs in `program` and `program-call`, the model in `text` and
   * `combined`. `@ptc/lisp` alone ignores it.
   */
  readonly expose?: Exposure;
  /**
   * The preview that the model sees of a result it requested itself, if programs can read the
   * whole result: with `expose: "both"` and `cache: true`, in the mode `combined`. Default: the
   * metadata, without values. `@ptc/lisp` alone ignores it.
   */
  readonly nativeResult?: NativeResult;
  /**
   * The time limit of a call in milliseconds. A call that takes longer fails and its `signal`
   * aborts; it may still have had its effect. The time excludes waiting for a turn, and starts
   * again for each retry. A function that doesn't return a promise can't be interrupted. Default:
   * no limit. `@ptc/lisp` alone ignores it.
   */
  readonly timeoutMs?: number;
  /**
   * The maximum number of retries of a call that failed or timed out. Retries have the same
   * `callId`. The first retry waits half a second, and each further one about twice as long, up to
   * half a minute. Lasting failures are not retried: wrong arguments, a result that violates the
   * contract, an exhausted budget, an aborted call, or a `ToolFailure` with `isLasting`. If a
   * `ToolFailure` sets `retryAfterMs`, the retry waits that long. Default: 0. `@ptc/lisp` alone
   * ignores it.
   */
  readonly retries?: number;
  /**
   * The maximum number of concurrent calls of the tool in one mission. Other calls, for example
   * from `pmap`, wait for their turn in order. A timed-out call frees its slot even if the tool is
   * still working. Default: no limit. `@ptc/lisp` alone ignores it.
   */
  readonly concurrency?: number;
  /**
   * Whether a call waits until someone approves it: always, or if the function returns true for its
   * checked arguments. The run then ends with a step whose `status` is `waiting`, and `resume`
   * continues it with the decision.
   */
  readonly needsApproval?: boolean | ApprovalRule;
  /**
   * The time in milliseconds after which a call that waits counts as denied. Default: it waits
   * without limit.
   */
  readonly approvalTimeoutMs?: number;
  /**
   * True if the tool may throw `suspend(…)` to wait for something else, such as a webhook or the
   * answer of a person. Default: false.
   */
  readonly suspends?: boolean;
  /**
   * The changes that a call makes outside of the program. Policies and rehearsals treat a tool
   * without it as a write. A call of a tool that only reads can be repeated: where the effects of a
   * mission are stored while it runs, it doesn't wait until those before it are stored, and it is
   * made again if the process dies during the call. Default: undeclared.
   */
  readonly effect?: ToolEffect;
  /** True if another call with the same arguments changes nothing more. Default: undeclared. */
  readonly idempotent?: boolean;
  /**
   * True if the tool reaches an open set of other systems, such as the web or mail. Default:
   * undeclared.
   */
  readonly openWorld?: boolean;
  /**
   * Whether its results are free of text that strangers may have written. Rules about origins treat
   * a tool without it as untrusted. Default: undeclared.
   */
  readonly trust?: "trusted" | "untrusted";
  /** True if its results are confidential, for rules with `private`. Default: false. */
  readonly private?: boolean;
  /**
   * True if its results don't depend on where its arguments come from, such as a lookup in the
   * user's contacts. Otherwise results have the origins of the arguments too. Default: false.
   */
  readonly endorses?: boolean;
  /** Runs a call; may be async. If it throws, the call fails. */
  readonly execute: ToolFunction<Context>;
}

/** A tool whose function declares its own argument types. */
export interface TypedTool<Context = ToolContext> extends Omit<Tool, "execute" | "needsApproval"> {
  readonly needsApproval?: boolean | TypedApprovalRule;
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
  needsApproval: true,
  approvalTimeoutMs: true,
  suspends: true,
  effect: true,
  idempotent: true,
  openWorld: true,
  trust: true,
  private: true,
  endorses: true,
  execute: true,
};

/**
 * Marks a tool that sends its arguments as JSON, for the bridges of this repository. Its signature
 * then takes integers of any size, and times as text, which arrive unchanged.
 */
export const jsonCrossing: unique symbol = /* @__PURE__ */ Symbol.for("@ptc/core/json-crossing");

/** How the results of a tool that sends JSON are checked against its signature. */
export interface JsonCrossing {
  /** True if a result that violates the signature is passed on with a warning. */
  readonly warnsOfAnswers?: boolean;
  /** True if any result may be nil, such as a response without content. */
  readonly takesNil?: boolean;
}

/** The names of all fields that a tool can have. */
export const toolFieldNames: readonly string[] = /* @__PURE__ */ Object.keys(toolFields);

/** Tools by name: functions, or objects with an `execute` function. Only own properties count. */
export type Tools<Context = ToolContext> = Readonly<
  Record<
    string,
    ToolFunction<Context> | TypedToolFunction<Context> | Tool<Context> | TypedTool<Context>
  >
>;
