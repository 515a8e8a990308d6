// Keeps sessions in a store, so that they and programs that wait survive the process.

import { DecodingError } from "@ptc/core/decoding";
import { OptionError } from "@ptc/core/errors";
import {
  StoredDocument,
  resolvedRecordOptions,
  type ResolvedRecordOptions,
} from "@ptc/core/internal/store";
import { recordsOf, StoreError, type RunStore, type StoreKeys } from "@ptc/core/store";
import type { Clock } from "@ptc/core/contracts";
import type { McpServerLimits } from "./limits.ts";
import { Refusal } from "./refusal.ts";
import { sessionFromJson, sessionToJson } from "./session-json.ts";
import type { SessionKey, SessionState } from "./session-state.ts";
import type { OpenSession, SessionTable } from "./session-table.ts";

const kind = "session";
const format = { kind, version: 1 } as const;

/** Sets the clients of servers apart from other owners of sessions in the same store. */
const ownerPrefix = "mcp:";

/** JSON takes more room than the values in it. */
const bytesOfJson = 4;

export interface StoredSessionsOptions {
  readonly store: RunStore;
  readonly encryption: StoreKeys | undefined;
  readonly clock: Clock;
  readonly limits: McpServerLimits;
}

export class StoredSessions implements SessionTable {
  private readonly options: StoredSessionsOptions;

  constructor(options: StoredSessionsOptions) {
    this.options = options;
  }

  async open({ client, name }: SessionKey): Promise<OpenSession> {
    const resolved = this.resolved(client);
    const document = await StoredDocument.open(resolved, format, name);
    return {
      state: document.fields === undefined ? undefined : await read(document),
      save: async (state) => {
        await saved(document, state, resolved);
      },
    };
  }

  async remove({ client, name }: SessionKey): Promise<boolean> {
    return await this.records(client).delete(name);
  }

  async names(client: string, onlyWaiting = false): Promise<readonly string[]> {
    const names: string[] = [];
    const records = this.records(client);
    let cursor: string | undefined;
    do {
      const page = await records.list({
        order: "oldest",
        ...(cursor === undefined ? {} : { cursor }),
      });
      for (const { id, status } of page.records)
        if (!onlyWaiting || status === "waiting") names.push(id);
      cursor = page.cursor;
    } while (cursor !== undefined);
    return names;
  }

  async count(most: number): Promise<number> {
    const records = recordsOf(this.options.store, { kind, clock: this.options.clock });
    let count = 0;
    let cursor: string | undefined;
    do {
      const page = await records.list({
        ...(cursor === undefined ? {} : { cursor }),
        limit: 1_000,
      });
      count += page.records.filter(({ owner = "" }) => owner.startsWith(ownerPrefix)).length;
      cursor = page.cursor;
    } while (cursor !== undefined && count < most);
    return count;
  }

  async removeExpired(): Promise<void> {
    await recordsOf(this.options.store, { kind, clock: this.options.clock }).prune();
  }

  private records(client: string) {
    const { store, clock } = this.options;
    return recordsOf(store, { kind, owner: ownerPrefix + client, clock });
  }

  private resolved(client: string): ResolvedRecordOptions {
    const { store, encryption, clock, limits } = this.options;
    return resolvedRecordOptions(store, {
      owner: ownerPrefix + client,
      expiresAfterMs: limits.sessionTtlMs,
      maximumBytes: bytesOfJson * limits.sessionBytes,
      clock,
      ...(encryption === undefined ? {} : { encryption }),
    });
  }
}

/** @throws StoreError */
async function read(document: StoredDocument): Promise<SessionState> {
  try {
    return await sessionFromJson(document.fields ?? {});
  } catch (error) {
    const isDamage =
      error instanceof DecodingError || error instanceof OptionError || error instanceof TypeError;
    throw isDamage ? document.error("damaged", error.message) : error;
  }
}

/** @throws Refusal if the store doesn't keep the state; StoreError if it doesn't work */
async function saved(
  document: StoredDocument,
  state: SessionState,
  { isEncrypted }: ResolvedRecordOptions,
): Promise<void> {
  const status = state.waiting === undefined ? "open" : "waiting";
  try {
    await document.write(status, sessionToJson(state, isEncrypted));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (error.problem === "conflict")
      throw new Refusal("changed", "another process used the session at the same time");
    if (error.problem === "too_large")
      throw new Refusal("limit_exceeded", "its definitions and results are too large to store");
    throw error;
  }
}
