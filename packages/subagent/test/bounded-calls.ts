// Helpers for tests of limits on tool calls: missions with a manual clock.

import type { AgentTools } from "../src/index.ts";
import { ManualClock, play, settled, type Scene } from "./missions.ts";

/** No jitter, so waits are exact. */
const random = (): number => 0;
export const never = (): Promise<never> => new Promise(() => undefined);

/** A program that returns a failure as a program sees it. */
export const caught = (call: string): string =>
  `(try ${call} (catch Exception e [(ex-message e) (:data (ex-data e))]))`;

/** Starts a mission and returns when its waits have started. */
export async function begun(script: readonly string[], tools: AgentTools, scene: Scene = {}) {
  const clock = new ManualClock();
  const controller = new AbortController();
  const playing = play(script, { tools, clock, random, signal: controller.signal, ...scene });
  await settled();
  return { clock, playing, controller };
}

/** Plays a mission. Whenever it waits, time passes until the first wait ends. */
export async function played(script: readonly string[], tools: AgentTools, scene: Scene = {}) {
  const { clock, playing } = await begun(script, tools, scene);
  return { ...(await clock.passUntil(playing)), clock };
}

/** Loads the lazy parts of the language, so that later work continues without waiting for them. */
export async function warmUp(): Promise<void> {
  const tools = { wait: () => Promise.resolve(1) };
  await play([`(return (pmap (fn [_] ${caught("(tool/wait)")}) [1 2]))`], { tools });
}
