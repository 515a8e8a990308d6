// A context that many runs of one pool share. It is encoded once, and sent once to each process
// that needs it.

import { OptionError } from "@ptc/core/errors";
import { Crossings, writtenPieces, type Outgoing, WrittenPieces } from "./sent-pieces.ts";
import { contextCrossing, encodeOption } from "./option-crossing.ts";
import type { Turns } from "./reading/turns.ts";

/** The encoded message of a shared context. */
export class SharedMessage {
  /** Settles when the data is encoded; undefined if it is already. */
  readonly pending: Promise<void> | undefined;
  private pieces: readonly Uint8Array[] = [];
  private readonly body: Uint8Array | undefined;

  /** @throws OptionError for data that can't be sent, if it is in the first piece */
  constructor(id: number, context: unknown, turns: Turns) {
    const crossings = new Crossings();
    const data = contextCrossing(context, crossings);
    const message = encodeOption("context", { type: "context", id, context: data }, crossings);
    if (message instanceof Uint8Array) {
      this.body = message;
      return;
    }
    this.pending = turns
      .work((slice) => writtenPieces(message, slice))
      .then((pieces) => {
        this.pieces = pieces;
      });
    // Runs that use the context report the error.
    this.pending.catch(() => undefined);
  }

  /** The message for one process; complete after `pending`. */
  outgoing(): Outgoing {
    return this.body ?? new WrittenPieces(this.pieces);
  }
}

/** A context that is sent once to each process of a pool; created by `pool.share`. */
export class SharedContext {
  /** Identifies it in the processes of the pool. */
  readonly id: number;
  /** The given context, until it is released: runs that wait compare it. */
  given: Readonly<Record<string, unknown>> | undefined;
  private readonly owner: object;
  private readonly onRelease: (context: SharedContext) => void;
  private message: SharedMessage | undefined;

  /**
   * Encodes the context for the pool `owner`. @throws OptionError for data that can't be sent to
   * another process
   */
  constructor(
    context: Readonly<Record<string, unknown>>,
    {
      id,
      owner,
      turns,
      onRelease,
    }: {
      readonly id: number;
      readonly owner: object;
      readonly turns: Turns;
      readonly onRelease: (context: SharedContext) => void;
    },
  ) {
    this.id = id;
    this.given = context;
    this.owner = owner;
    this.onRelease = onRelease;
    this.message = new SharedMessage(id, context, turns);
  }

  get isReleased(): boolean {
    return this.message === undefined;
  }

  /**
   * Returns the message that sends the context to a process.
   * @throws OptionError if another pool created it, or if it was released
   */
  messageFor(owner: object): SharedMessage {
    if (this.owner !== owner) throw new OptionError("context", "was shared with another pool");
    if (this.message === undefined) throw new OptionError("context", "was released");
    return this.message;
  }

  /**
   * Drops the data, here and in the processes; runs that have started use it until they end. May
   * be called twice.
   */
  release(): void {
    if (this.message === undefined) return;
    this.message = undefined;
    this.given = undefined;
    this.onRelease(this);
  }
}
