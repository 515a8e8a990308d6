// A context that many runs of one pool read. It is encoded once, and sent once to each process that
// needs it.

import { OptionError } from "@ptc/core/errors";
import { contextCrossing, encodeOption } from "./option-crossing.ts";

/** A context that the processes of a pool are sent once; made by `pool.share`. */
export class SharedContext {
  /** The number by which the processes of the pool know it. */
  readonly id: number;
  private readonly owner: object;
  private readonly onRelease: (context: SharedContext) => void;
  private body: Uint8Array | undefined;

  /** For the pool `owner`. @throws OptionError for what cannot be sent to another process */
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
   * The message that brings the context to a process.
   * @throws OptionError when another pool made it, or when it was released
   */
  messageFor(owner: object): Uint8Array {
    if (this.owner !== owner) throw new OptionError("context", "was shared with another pool");
    if (this.body === undefined) throw new OptionError("context", "was released");
    return this.body;
  }

  /**
   * Forgets the data, here and in the processes; runs that were started before keep it until they
   * end. May be called twice.
   */
  release(): void {
    if (this.body === undefined) return;
    this.body = undefined;
    this.onRelease(this);
  }
}
