// The inbox of a run: decisions and the request to cancel, from any process. It is a record of its
// own, so that deciding doesn't compete with the worker that writes the run.

import { isObject } from "@ptc/core/internal/host";
import type { RecordHead, RunStore, StoredRecord } from "@ptc/core/store";
import type { Decision } from "@ptc/lisp";
import { inboxKey, parsed } from "./run-state.ts";

/** The inbox as it was read. */
export interface Inbox {
  /** 0 if the store has none. */
  readonly version: number;
  /**
   * The decisions that were neither applied nor refused, by the ids of calls. Their form isn't
   * checked yet.
   */
  readonly decisions: ReadonlyMap<string, unknown>;
  /** Why the last decisions didn't fit, by the ids of calls. */
  readonly refused: ReadonlyMap<string, string>;
  /** Present if the run should be cancelled. */
  readonly cancel: { readonly reason: string } | undefined;
}

/** An entry of an inbox. */
export type InboxEntry =
  | {
      readonly type: "decided";
      readonly at: number;
      readonly decisions: readonly (readonly [id: string, decision: Decision])[];
    }
  | { readonly type: "applied"; readonly calls: readonly string[] }
  | { readonly type: "refused"; readonly calls: readonly (readonly [id: string, why: string])[] }
  | { readonly type: "cancel"; readonly at: number; readonly reason: string };

/** The states of an inbox. Workers look for `cancel`. */
export type InboxStatus = "open" | "cancel" | "closed";

export function inboxHead(status: InboxStatus, { agent }: Pick<RecordHead, "agent">): RecordHead {
  return { status, ...(agent === undefined ? {} : { agent }) };
}

export async function loadInbox(store: RunStore, id: string): Promise<Inbox> {
  return readInbox(id, await store.load(inboxKey(id)));
}

/** @throws RunsError for damaged data */
export function readInbox(id: string, record: StoredRecord | undefined): Inbox {
  const decisions = new Map<string, unknown>();
  const refused = new Map<string, string>();
  let cancel: Inbox["cancel"];
  for (const text of record?.entries ?? []) {
    const entry = parsed(id, text, "an entry of the inbox");
    switch (entry["type"]) {
      case "decided":
        for (const [call, decision] of pairsOf(entry["decisions"])) {
          decisions.set(call, decision);
          refused.delete(call);
        }
        break;
      case "applied":
        for (const call of Array.isArray(entry["calls"]) ? (entry["calls"] as unknown[]) : [])
          decisions.delete(String(call));
        break;
      case "refused":
        for (const [call, why] of pairsOf(entry["calls"])) {
          decisions.delete(call);
          refused.set(call, typeof why === "string" ? why : "it doesn't fit");
        }
        break;
      case "cancel": {
        const { reason } = entry;
        cancel = { reason: typeof reason === "string" ? reason : "" };
        break;
      }
    }
  }
  return { version: record?.version ?? 0, decisions, refused, cancel };
}

function pairsOf(given: unknown): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((pair: unknown) => {
    const [id, value] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
    return typeof id === "string" && (isObject(value) || typeof value === "string")
      ? [[id, value] as const]
      : [];
  });
}
