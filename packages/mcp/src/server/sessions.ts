// The sessions of all clients. Each client has its own names. The programs of one session run one
// after the other, and an unused session ends after a time.

import { shortened } from "@ptc/core/internal/printing";
import type { McpServerLimits } from "./limits.ts";
import { Refusal } from "./refusal.ts";
import { assertRoomForWaiting } from "./session-bytes.ts";
import {
  isUseless,
  newSession,
  type SessionKey,
  type SessionState,
  type WaitingWork,
} from "./session-state.ts";
import type { OpenSession, SessionTable } from "./session-table.ts";
import { Turns } from "./turns.ts";

/** The outcome of a call: its result, and the state of the session if it changed. */
export interface Left<Result> {
  /** Gets the name of the session, and why the new state isn't kept, if it isn't. */
  readonly result: (session: string | undefined, unkept?: string) => Result;
  readonly state?: SessionState;
}

/** Work that waits, and the name of its session. */
export interface FoundWork {
  readonly session: string;
  readonly waiting: WaitingWork;
}

/** A call in a session. `save` keeps a state before the end. @throws Refusal, StoreError */
export type SessionWork<Result> = (
  state: SessionState,
  save: OpenSession["save"],
) => Promise<Left<Result>>;

export class Sessions {
  private readonly table: SessionTable;
  private readonly limits: McpServerLimits;
  private readonly newName: () => string;
  private readonly onError: (error: unknown) => void;
  /** The queues of sessions in use, by client and name. */
  private readonly queues = new Map<string, Turns>();

  constructor(
    table: SessionTable,
    limits: McpServerLimits,
    newName: () => string,
    onError: (error: unknown) => void,
  ) {
    this.table = table;
    this.limits = limits;
    this.newName = newName;
    this.onError = onError;
  }

  /**
   * Does the work in the session. Without a name, it begins with an empty one, which is kept under
   * a new name if it is of use later.
   * @throws Refusal
   */
  async use<Result>(
    client: string,
    name: string | undefined,
    signal: AbortSignal,
    work: SessionWork<Result>,
  ): Promise<Result> {
    if (name === undefined) {
      const { state, result } = await work(newSession(true), savesNothing);
      if (state === undefined || isUseless(state)) return result(undefined);
      const made = this.newName();
      const unkept = await this.kept({ client, name: made }, state);
      return unkept === undefined ? result(made) : result(undefined, unkept);
    }
    const key = { client, name };
    return await this.inTurn(key, signal, async () => {
      const found = await this.table.open(key);
      if (found.state === undefined) await this.assertRoom(key);
      const { state, result } = await work(found.state ?? newSession(false), found.save);
      // Using a session extends its life, even if nothing changed.
      const next = state ?? found.state;
      if (next === undefined) return result(name);
      if (isUseless(next)) {
        const unkept = await this.attempted(() => this.table.remove(key));
        return result(next.isUnnamed ? undefined : name, unkept);
      }
      return result(name, await this.kept(key, next, found));
    });
  }

  /** Returns the state, for calls that only read. */
  async read(key: SessionKey): Promise<SessionState | undefined> {
    return (await this.table.open(key)).state;
  }

  /** Ends the session. Returns false if there was none. */
  async reset(key: SessionKey, signal: AbortSignal): Promise<boolean> {
    return await this.inTurn(key, signal, () => this.table.remove(key));
  }

  /** Returns the work of a client that waits, with the names of its sessions. */
  async waiting(client: string): Promise<readonly FoundWork[]> {
    const found: FoundWork[] = [];
    for (const session of await this.table.names(client, true)) {
      const waiting = (await this.read({ client, name: session }))?.waiting;
      if (waiting !== undefined) found.push({ session, waiting });
    }
    return found;
  }

  private async inTurn<Result>(
    { client, name }: SessionKey,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    // A client's name is of one line, so the two can't be confused with others.
    const id = `${client}\n${name}`;
    const turns =
      this.queues.get(id) ??
      new Turns(
        1,
        this.limits.queuedPerSession,
        `${String(this.limits.queuedPerSession)} programs already wait for their turn in this ` +
          "session: wait for their results, or use another session",
      );
    this.queues.set(id, turns);
    try {
      return await turns.run(signal, work);
    } finally {
      if (turns.isIdle) this.queues.delete(id);
    }
  }

  /** Keeps the state after a program has run. Returns why it can't be kept, if it can't. */
  private async kept(
    key: SessionKey,
    state: SessionState,
    found?: OpenSession,
  ): Promise<string | undefined> {
    return await this.attempted(async () => {
      assertRoomForWaiting(state, this.limits);
      if (found?.state === undefined) await this.assertRoom(key);
      await (found ?? (await this.table.open(key))).save(state);
    });
  }

  /** Returns why it failed. The program has run, so its result must reach the client. */
  private async attempted(change: () => Promise<unknown>): Promise<string | undefined> {
    try {
      await change();
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      this.onError(error);
      return "the server can't store it, and its log has the reason";
    }
  }

  /** @throws Refusal if the client or the server has too many sessions */
  private async assertRoom({ client }: SessionKey): Promise<void> {
    await this.table.removeExpired();
    const { sessionsPerClient, sessions } = this.limits;
    const names = await this.table.names(client);
    if (names.length >= sessionsPerClient)
      throw new Refusal(
        "limit_exceeded",
        `there are ${String(names.length)} sessions, the most of one client: end one with ` +
          `session_reset (${shortened(names.join(", "), 500)})`,
      );
    if ((await this.table.count(sessions)) >= sessions)
      throw new Refusal(
        "limit_exceeded",
        "the server has as many sessions as it can keep: run the program without a session, or " +
          "try later",
      );
  }
}

/** A session without a name has nothing that another process could use. */
async function savesNothing(): Promise<void> {
  // It is kept at its end.
}
