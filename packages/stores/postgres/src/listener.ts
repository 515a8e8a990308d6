// Listens for `NOTIFY`. Connects again after a lost connection, and rings then too, because
// notifications were lost.

import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import type { Database } from "./database.ts";
import { quotedName } from "./identifiers.ts";

const shortestWaitMs = 100;
const longestWaitMs = 5000;
/** A lost connection may give no error. A pooler may drop notifications. */
const heartbeatMs = 15_000;
/** The time between two rings, so that many changes cost few queries. */
const quietMs = 50;

/** Calls `ring` if there may be changes, until `signal` aborts. Never rejects. */
export async function listen(
  database: Database,
  channel: string,
  ring: () => void,
  signal: AbortSignal,
): Promise<void> {
  const rings = new QuietRings(ring, signal);
  for (let waitMs = shortestWaitMs; !signal.aborted;) {
    const client = database.newClient();
    try {
      await heard(client, channel, rings, signal, () => (waitMs = shortestWaitMs));
    } catch {
      // The next connection reports what changed.
    } finally {
      await client.end().catch(() => undefined);
    }
    await paused(waitMs, signal);
    waitMs = Math.min(2 * waitMs, longestWaitMs);
  }
}

/** Returns or throws at the end of the connection, or when `signal` aborts. */
async function heard(
  client: Client,
  channel: string,
  rings: QuietRings,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<void> {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  client.on("error", end);
  client.on("end", end);
  client.on("notification", () => rings.ring());
  signal.addEventListener("abort", end, { once: true });
  try {
    await client.connect();
    await client.query(`LISTEN ${quotedName(channel)}`);
    onConnected();
    for (;;) {
      rings.ring();
      await paused(heartbeatMs, ended.signal);
      if (ended.signal.aborted) return;
      await client.query("SELECT 1");
    }
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/** Rings at once after a quiet time, and else once at its end. */
class QuietRings {
  private readonly onRing: () => void;
  private readonly signal: AbortSignal;
  private isQuiet = false;
  private isMissed = false;

  constructor(onRing: () => void, signal: AbortSignal) {
    this.onRing = onRing;
    this.signal = signal;
  }

  ring(): void {
    if (this.isQuiet) {
      this.isMissed = true;
      return;
    }
    this.isQuiet = true;
    this.isMissed = false;
    this.onRing();
    void paused(quietMs, this.signal).then(() => {
      this.isQuiet = false;
      if (this.isMissed && !this.signal.aborted) this.ring();
    });
  }
}

/** Resolves after a time, or when `signal` aborts. */
async function paused(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
}
