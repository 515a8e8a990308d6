// What tests of calls with bounds share: missions whose clock is moved by hand.

import type { AgentTools } from "../src/index.ts";
import { ManualClock, play, settled, type Scene } from "./missions.ts";

/** No jitter, so that waits are exact. */
const random = (): number => 0;
export const never = (): Promise<never> => new Promise(() => undefined);

/** What a program sees of a failure. */
export const caught = (call: string): string =>
  `(try ${call} (catch Exception e [(ex-message e) (:data (ex-data e))]))`;

/** Begins a mission; its waits have begun. */
export async function begun(script: readonly string[], tools: AgentTools, scene: Scene = {}) {
  const clock = new ManualClock();
  const controller = new AbortController();
  const playing = play(script, { tools, clock, random, signal: controller.signal, ...scene });
  await settled();
  return { clock, playing, controller };
}

/** Plays a mission; whenever it waits, time passes until the first one goes on. */
export async function played(script: readonly string[], tools: AgentTools, scene: Scene = {}) {
  const { clock, playing } = await begun(script, tools, scene);
  return { ...(await clock.passUntil(playing)), clock };
}

/** Has the language load what it loads on need: whatever can go on does so at once from then on. */
export async function warmUp(): Promise<void> {
  const tools = { wait: () => Promise.resolve(1) };
  await play([`(return (pmap (fn [_] ${caught("(tool/wait)")}) [1 2]))`], { tools });
}
