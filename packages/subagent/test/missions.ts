// Helpers for tests of missions: an agent, a model with scripted responses, and a manual clock.

import type { Clock } from "@ptc/core/contracts";
import {
  createScriptedModel,
  type ModelRequest,
  type ScriptEntry,
  type ScriptedModel,
} from "@ptc/llm";
import {
  defineAgent,
  run,
  type AgentOptions,
  type ContextOption,
  type MissionOptions,
  type MissionStep,
} from "../src/index.ts";

export type Scene = Partial<AgentOptions> & Omit<MissionOptions, "llm"> & ContextOption<unknown>;

export interface PlayedScene {
  readonly step: MissionStep;
  readonly llm: ScriptedModel;
  /** The last message before each response of the model. */
  readonly sent: readonly string[];
}

const missionNames: readonly string[] = [
  "llmRegistry",
  "context",
  "memory",
  "journal",
  "onJournal",
  "toolCache",
  "signal",
  "collectMessages",
  "onEvent",
  "trace",
  "clock",
  "random",
  "budget",
  "price",
];

/** Runs an agent whose model gives the scripted responses. */
export async function play(
  script: readonly ScriptEntry[],
  scene: Scene = {},
): Promise<PlayedScene> {
  const llm = createScriptedModel(script);
  const isOfMission = ([name]: [string, unknown]): boolean => missionNames.includes(name);
  const agent = defineAgent({
    prompt: "Do it.",
    ...Object.fromEntries(Object.entries(scene).filter((entry) => !isOfMission(entry))),
  });
  const step = await run(agent, {
    llm,
    ...Object.fromEntries(Object.entries(scene).filter(isOfMission)),
  });
  return { step, llm, sent: llm.requests.map(lastText) };
}

/** Returns the text of the last message of a request. */
export function lastText(request: ModelRequest): string {
  return textOf(request.messages.at(-1)?.content);
}

export function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}

/** Returns a program in a code block, as models write it. */
export function fenced(program: string): string {
  return `\`\`\`clojure\n${program}\n\`\`\``;
}

/** A clock that only moves when the test moves it, or when all work is waiting. */
export class ManualClock implements Clock {
  /** The requested duration of each wait, in start order. */
  readonly waits: number[] = [];
  private time = 1_000_000;
  private readonly sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();

  now(): number {
    return this.time;
  }

  monotonic(): number {
    return this.time;
  }

  /** The number of open waits. */
  get waiting(): number {
    return this.sleepers.size;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    this.waits.push(milliseconds);
    return new Promise((resolve) => {
      const sleeper = {
        until: this.time + milliseconds,
        wake: () => {
          end();
        },
      };
      const end = (): void => {
        this.sleepers.delete(sleeper);
        signal.removeEventListener("abort", end);
        resolve();
      };
      this.sleepers.add(sleeper);
      signal.addEventListener("abort", end, { once: true });
    });
  }

  /** Advances the time and ends all waits that are due. */
  async pass(milliseconds: number): Promise<void> {
    this.time += milliseconds;
    for (const sleeper of [...this.sleepers]) if (sleeper.until <= this.time) sleeper.wake();
    await settled();
  }

  /** Advances the time whenever all work is waiting, until `result` settles. */
  async passUntil<Result>(result: Promise<Result>): Promise<Result> {
    const over = new AbortController();
    const end = (): void => {
      over.abort();
    };
    result.then(end, end);
    while (!over.signal.aborted) {
      await settled();
      const [next] = [...this.sleepers].sort((left, right) => left.until - right.until);
      if (next !== undefined) await this.pass(next.until - this.time);
    }
    return await result;
  }
}

/** Resolves when all work that doesn't need time to pass has finished. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 20; round++)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}
