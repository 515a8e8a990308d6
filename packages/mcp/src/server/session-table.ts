// Where sessions are kept between calls: in this process, or in a store.

import type { SessionKey, SessionState } from "./session-state.ts";

/** A session, opened for one call. */
export interface OpenSession {
  /** Undefined for a new or expired one. */
  readonly state: SessionState | undefined;
  /** Keeps a new state. @throws Refusal if it can't be kept, or changed elsewhere meanwhile */
  readonly save: (state: SessionState) => Promise<void>;
}

export interface SessionTable {
  open(key: SessionKey): Promise<OpenSession>;
  remove(key: SessionKey): Promise<boolean>;
  /** Returns the names of a client's sessions, oldest first; only those that wait, if asked for. */
  names(client: string, onlyWaiting?: boolean): Promise<readonly string[]>;
  /** Returns the number of sessions of all clients, counting up to `most`. */
  count(most: number): Promise<number>;
  /** Removes sessions that weren't used for too long. */
  removeExpired(): Promise<void>;
}

interface LiveSession {
  readonly state: SessionState;
  readonly usedAt: number;
}

/** Keeps sessions in this process. Names come from clients, so they are keys of maps only. */
export class LiveSessions implements SessionTable {
  private readonly clients = new Map<string, Map<string, LiveSession>>();
  private readonly now: () => number;
  private readonly ttlMs: number;

  constructor(now: () => number, ttlMs: number) {
    this.now = now;
    this.ttlMs = ttlMs;
  }

  open({ client, name }: SessionKey): Promise<OpenSession> {
    const found = this.clients.get(client)?.get(name);
    return Promise.resolve({
      state: found === undefined || this.isExpired(found) ? undefined : found.state,
      save: (state) => {
        const sessions = this.clients.get(client) ?? new Map<string, LiveSession>();
        this.clients.set(client, sessions);
        sessions.set(name, { state, usedAt: this.now() });
        return Promise.resolve();
      },
    });
  }

  remove({ client, name }: SessionKey): Promise<boolean> {
    const sessions = this.clients.get(client);
    const isRemoved = sessions?.delete(name) === true;
    if (sessions?.size === 0) this.clients.delete(client);
    return Promise.resolve(isRemoved);
  }

  names(client: string, onlyWaiting = false): Promise<readonly string[]> {
    return Promise.resolve(
      [...(this.clients.get(client) ?? [])]
        .filter(([, { state }]) => !onlyWaiting || state.waiting !== undefined)
        .map(([name]) => name),
    );
  }

  count(): Promise<number> {
    return Promise.resolve([...this.clients.values()].reduce((sum, { size }) => sum + size, 0));
  }

  removeExpired(): Promise<void> {
    for (const [client, sessions] of this.clients) {
      for (const [name, session] of sessions) if (this.isExpired(session)) sessions.delete(name);
      if (sessions.size === 0) this.clients.delete(client);
    }
    return Promise.resolve();
  }

  private isExpired({ usedAt }: LiveSession): boolean {
    return this.now() - usedAt > this.ttlMs;
  }
}
