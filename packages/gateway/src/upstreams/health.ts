// The state of an upstream, for people and for checks.

/**
 * The state of an upstream.
 *
 * - `idle`: Its tools weren't needed yet.
 * - `starting`: Its list of tools isn't there yet.
 * - `ready`: Its tools can be called.
 * - `waiting`: It ended or failed to start, and is started again after a delay.
 * - `failed`: It failed several times in a row, and is started again when it is needed.
 * - `disabled`: The configuration disables it.
 * - `closed`: The gateway was closed.
 */
export type UpstreamState =
  "idle" | "starting" | "ready" | "waiting" | "failed" | "disabled" | "closed";

/** The health of one upstream. No text has a credential. */
export interface UpstreamHealth {
  readonly name: string;
  readonly kind: "stdio" | "http" | "openapi" | "module";
  readonly state: UpstreamState;
  /** The number of tools of its last list. */
  readonly tools: number;
  /** The number of starts after the first one. */
  readonly restarts: number;
  /** Why it last ended or failed to start. */
  readonly lastError?: string;
  /** The milliseconds until the next start, in the states `waiting` and `failed`. */
  readonly startsInMs?: number;
  /** Tools that changed since they were approved, with the changed parts. Calls are refused. */
  readonly changedTools: readonly { readonly name: string; readonly parts: readonly string[] }[];
  /** Tools that are new since the first start. Each of their calls needs an approval. */
  readonly newTools: readonly string[];
  /** Tools that were left out or renamed, and names that are easily confused. */
  readonly warnings: readonly string[];
  /** The last lines of the server's error output. */
  readonly errorOutput: readonly string[];
}
