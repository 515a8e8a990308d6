// A context that many runs of one pool share. It is encoded once, and sent once to each process
// that needs it.

import { OptionError } from "@ptc/core/errors";
import { contextCrossing, encodeOption } from "./option-crossing.ts";

/** A context that is sent once to each process of a pool; created by `pool.share`. */
export class SharedContext {
  /** Identifies it in the processes of the pool. */
  readonly id: number;
  private readonly owner: object;
  private readonly onRelease: (context: SharedContext) => void;
  private body: Uint8Array | undefined;

  /**
   * Encodes the context for the pool `owner`. @throws OptionError for data that can't be sent to
   * another process
   */
  constructor(
    context: unknown,
    {
      id,
      owner,
      onRelease,
    }: {
      readonly id: number;
      readonly owner: object;
      readonly onRelease: (context: SharedContext) => void;
    },
  ) {
    this.id = id;
    this.owner = owner;
    this.onRelease = onRelease;
    this.body = encodeOption("context", { type: "context", id, context: contextCrossing(context) });
  }

  get isReleased(): boolean {
    return this.body === undefined;
  }

  /**
   * Returns the message that sends the context to a process.
   * @throws OptionError if another pool created it, or if it was released
   */
  messageFor(owner: object): Uint8Array {
    if (this.owner !== owner) throw new OptionError("context", "was shared with another pool");
    if (this.body === undefined) throw new OptionError("context", "was released");
    return this.body;
  }

  /**
   * Drops the data, here and in the processes; runs that have started use it until they end. May
   * be called twice.
   */
  release(): void {
    if (this.body === undefined) return;
    this.body = undefined;
    this.onRelease(this);
  }
}
