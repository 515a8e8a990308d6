// A world of missions whose calls wait until a test decides about them.

import { expect } from "vitest";
import type { ToolFunction } from "@ptc/core/contracts";
import { sleep } from "@ptc/core/internal/contracts";
import { Activity } from "@ptc/core/internal/task";
import type { LanguageModel, ModelRequest, ModelResponse } from "@ptc/llm";
import {
  asTool,
  defineAgent,
  run,
  tool,
  type AgentOptions,
  type AgentTools,
  type MissionOptions,
  type MissionStep,
} from "../src/index.ts";
import { realEffects, type Effects } from "../src/bounds/effects.ts";
import { placeOf } from "../src/bounds/place.ts";
import type { RunObserver, StartedRun } from "../src/loop/run-observer.ts";
import type { RunRecorder } from "../src/recording/index.ts";
import { fenced, ManualClock, settled as settledOnce, textOf } from "./missions.ts";

/** Missions of several levels need more tasks. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 8; round++) await settledOnce();
}

/** Holds the calls of tools whose names begin with `ask`, until the test decides about them. */
class Holds implements RunObserver {
  readonly pending: { readonly id: unknown; readonly decide: () => void }[] = [];
  readonly effects: Effects;
  private readonly recorder: RunRecorder | undefined;

  constructor(recorder?: RunRecorder) {
    const base = (recorder as RunObserver | undefined)?.effects;
    this.recorder = recorder;
    this.effects = {
      ...realEffects,
      activity: base?.activity ?? new Activity(),
      claim: base?.claim,
      // Only runs whose calls can be held have places for calls. This one holds them as it does
      // calls that may have run before.
      holds: { held: ({ call }) => call, waitedBefore: () => false, isUncertain: () => true },
      asked: (model) => base?.asked(model) ?? model,
      clock: (clock) => base?.clock(clock) ?? clock,
      tool: (name, work, options) => {
        const held = name.startsWith("ask") ? this.held : work;
        return base?.tool(name, held, options) ?? held;
      },
    };
  }

  begin(started: StartedRun): void {
    (this.recorder as RunObserver | undefined)?.begin(started);
  }

  end(): void {
    // No test reads the end of the recording.
  }

  private readonly held: ToolFunction = ({ id }, context) =>
    new Promise((resolve) => {
      const release = placeOf(context)?.hold();
      const decide = (): void => {
        release?.();
        resolve(id);
      };
      this.pending.push({ id, decide });
    });

  /** Decides about the first call that waits. */
  async decide(): Promise<void> {
    this.pending.shift()?.decide();
    await settled();
  }

  async decideAll(): Promise<void> {
    for (const { decide } of this.pending.splice(0)) decide();
    await settled();
  }
}

/** Programs of agents, by the starts of their prompts. */
type Programs = Readonly<Record<string, string | ((request: ModelRequest) => Answer)>>;
type Answer = Pick<ModelResponse, "content" | "finishReason"> | string | Promise<string>;

export class World {
  readonly clock = new ManualClock();
  readonly holds: Holds;
  /** The largest number of calls of `slow` at once. */
  most = 0;
  private working = 0;

  constructor(recorder?: RunRecorder) {
    this.holds = new Holds(recorder);
  }

  readonly ask = tool({
    signature: "(id :int?) -> :any",
    description: "Asks.",
    execute: () => undefined,
  });

  /** Works for 300 milliseconds, or for `ms`. */
  readonly slow = tool({
    signature: "(ms :int?) -> :string",
    description: "Works.",
    execute: async ({ ms }, { signal }) => {
      this.most = Math.max(this.most, ++this.working);
      await sleep(this.clock, ms ?? 300, signal);
      this.working -= 1;
      return "done";
    },
  });

  child(prompt: string, tools: AgentTools = {}, options: Partial<AgentOptions> = {}) {
    return defineAgent({
      prompt: `${prompt} {{id}}.`,
      description: "Works.",
      signature: "(id :int?) -> :any",
      tools: { ask: this.ask, slow: this.slow, ...tools },
      maxTurns: 2,
      ...options,
    });
  }

  options(programs: Programs) {
    const generate = async (request: ModelRequest): Promise<ModelResponse> => {
      const prompt = textOf(request.messages.find(({ role }) => role === "user")?.content);
      const found = Object.entries(programs).find(([start]) => prompt.startsWith(start));
      const program = found?.[1] ?? "(return nil)";
      const answer = typeof program === "string" ? fenced(program) : await program(request);
      return typeof answer === "string"
        ? {
            content: [{ type: "text", text: answer }],
            text: answer,
            finishReason: "stop" as const,
            modelId: "m",
          }
        : { ...answer, text: "", modelId: "m" };
    };
    const llm: LanguageModel = {
      contractVersion: 1,
      provider: "test",
      modelId: "m",
      capabilities: {
        streaming: false,
        toolCalls: true,
        structuredOutput: "none",
        thinking: false,
      },
      generate,
    };
    const { clock, holds } = this;
    return { llm, clock, random: () => 0, record: holds as never } satisfies MissionOptions;
  }

  async start(
    programs: Programs,
    tools: AgentTools,
    options: Partial<AgentOptions> = {},
  ): Promise<{ readonly step: Promise<MissionStep> }> {
    const agent = defineAgent({
      prompt: "Lead.",
      tools: { ask: this.ask, slow: this.slow, ...tools },
      maxTurns: 2,
      ...options,
    });
    const step = run(agent, { ...this.options(programs), journal: {} });
    await settled();
    return { step };
  }
}

export const asks = "(return (tool/ask {:id data/id}))";
const beside = "(return (pcalls #(tool/child {:id 1}) #(tool/slow {})))";
export const caught = "(return (try (tool/child {:id 1}) (catch Exception e (ex-message e))))";

/** Loads the lazy parts of the language, so that later work continues without waiting for them. */
export async function loadLanguage(): Promise<void> {
  const world = new World();
  const { step } = await world.start(
    { Lead: beside, Work: '(return (pcalls #(Thread/sleep 1) #(task "a" 1)))' },
    { child: asTool(world.child("Work")) },
  );
  await world.clock.passUntil(step);
}

/** Runs a child whose call is held, beside a tool that works for 300 milliseconds. */
export async function heldBeside(world: World, tools: AgentTools, programs: Programs = {}) {
  const { clock, holds } = world;
  const { step } = await world.start({ Lead: beside, Work: asks, ...programs }, tools);
  expect(holds.pending.map(({ id }) => id)).toEqual([1]);
  await clock.pass(300);
  await holds.decideAll();
  return step;
}
