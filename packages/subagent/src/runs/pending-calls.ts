// The calls of a run that wait for decisions, from its checkpoint and the entries since then.

import { isObject } from "@ptc/core/internal/host";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { RunState } from "./run-state.ts";

type Pending = MissionCheckpoint["pending"][number];

/** The effects that end the wait of a call. */
const waitEnds: ReadonlySet<string> = new Set(["tool", "approval", "decision"]);

/** Returns the calls that wait, by their ids. The data may have been edited. */
export function pendingCalls({ base, entries }: RunState): ReadonlyMap<string, Pending> {
  const pending = new Map<string, Pending>();
  const add = (call: unknown): void => {
    if (isObject(call) && typeof call["id"] === "string" && typeof call["tool"] === "string")
      pending.set(call["id"], call as unknown as Pending);
  };
  for (const call of base?.pending ?? []) add(call);
  for (const entry of entries)
    if (entry.type === "waits") add(entry.call);
    else if (entry.type === "effect" && isObject(entry.effect) && waitEnds.has(entry.effect.type)) {
      const { at } = entry.effect;
      for (const id of pending.keys()) if (id.endsWith(`/${at}`)) pending.delete(id);
    }
  return pending;
}

/** Returns the earliest time after `now` at which a call continues without a decision. */
export function earliestTime(pending: readonly Pending[], now: number): number | undefined {
  const times = pending
    .flatMap(({ expiresAt, until }) => [expiresAt, until])
    .filter((time) => typeof time === "number" && time > now && Number.isFinite(time));
  return times.length === 0 ? undefined : Math.min(...(times as number[]));
}
