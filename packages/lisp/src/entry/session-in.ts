// `sessionIn`: a session in a store. Its code loads with the first one.

import type { RunStore } from "@ptc/core/store";
import type { StoreSession, StoreSessionOptions } from "../waiting/session.ts";
import { sessionAfter } from "./session.ts";
import { lazyEngine, lazyWaiting } from "./start.ts";

/**
 * Opens the session `id` in a store, or begins it. Definitions, `*1 *2 *3` and a program that waits
 * are those that the last process left. Each program takes the session: in all other processes that
 * have it open, the next program rejects with a StoreError `conflict` before it runs. The new state
 * is stored before the promise of the step resolves, which rejects if that fails. A program after
 * which the session would be larger than `maximumBytes` fails with `memory_exceeded`.
 *
 * Use `recordsOf(store, { kind: "session", owner })` of `@ptc/core/store` to list, delete and prune
 * sessions.
 *
 * @example
 *   const session = await sessionIn(store, "main", { owner: "client-7", tools });
 *   await session.run("(def open (tool/orders {:status :open}))");
 *
 * @throws StoreError, also for a record that can't be read; OptionError
 */
export function sessionIn(
  store: RunStore,
  id: string,
  options?: StoreSessionOptions,
): Promise<StoreSession> {
  return lazyWaiting
    .load()
    .then((code) => code.openSession(store, id, options, sessionAfter, lazyEngine));
}
