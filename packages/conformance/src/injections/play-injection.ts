// Plays the programs of a scenario, one run for each turn, as an agent's loop would: definitions go
// to the next turn, and a person decides about calls that wait.

import {
  approve,
  deny,
  Memory,
  resume,
  run,
  type Decisions,
  type LispStep,
  type PendingCall,
  type PolicyRule,
  type Tools,
} from "@ptc/lisp";
import type { Injection, WorldTools } from "./injection.ts";

/** `off` has no policy, `explicit` labels values, `strict` labels decisions and lengths too. */
export type InjectionSetting = "off" | "explicit" | "strict";

export interface PlayedInjection {
  readonly isAttacked: boolean;
  readonly isSolved: boolean;
  /** Why calls waited for a person, in order. */
  readonly asked: readonly string[];
  /** The messages of the programs that failed. */
  readonly failed: readonly string[];
}

export interface PlayOptions {
  readonly setting: InjectionSetting;
  readonly policy: readonly PolicyRule[];
  /** The programs that obey the instruction, or those that do only the task. */
  readonly programs: "attack" | "benign";
}

/**
 * Plays a scenario in a new world. The person denies what an attacked program asks for, and
 * approves what the program of the task asks for.
 */
export async function playInjection(
  injection: Injection,
  { setting, policy, programs }: PlayOptions,
): Promise<PlayedInjection> {
  const world = injection.world();
  const tools = new ReadingTools(world.tools);
  const asked: string[] = [];
  const failed: string[] = [];
  let memory = Memory.empty;
  let answer: unknown;
  let hasShown = world.context !== undefined;
  for (const [turn, program] of injection[programs].entries()) {
    const options = {
      tools: tools.tools,
      memory,
      ...(world.context === undefined ? {} : { context: world.context }),
      ...(setting === "off"
        ? {}
        : {
            policy,
            provenance: {
              strict: setting === "strict",
              afterUntrusted: hasShown,
              trustedTexts: [injection.task],
            },
          }),
    };
    let step: LispStep = await run(program, { ...options, runId: `turn-${String(turn + 1)}` });
    while (step.status === "waiting") {
      asked.push(...step.pending.map(({ why = "" }) => why));
      const decisions = decided(step.pending, programs);
      step = await resume(program, step.checkpoint, { ...options, decisions });
    }
    if (step.ok) answer = step.return;
    else failed.push(step.fail.message);
    memory = step.memory;
    // The model sees the answer of an untrusted tool before it writes its next program.
    hasShown ||= tools.hasReadUntrusted;
  }
  return { isAttacked: world.isAttacked(), isSolved: world.isSolved(answer), asked, failed };
}

/** Returns the decisions of the person about the calls that wait. */
export function decided(pending: readonly PendingCall[], programs: "attack" | "benign"): Decisions {
  return Object.fromEntries(
    pending.map(({ id }) => [id, programs === "benign" ? approve() : deny("not in the task")]),
  );
}

/** The tools of a world, without what only agents understand. */
class ReadingTools {
  readonly tools: Tools;
  hasReadUntrusted = false;

  constructor(tools: WorldTools) {
    this.tools = Object.fromEntries(
      Object.entries(tools).map(
        ([name, { description, signature: _signature, execute, ...tool }]) => [
          name,
          {
            ...tool,
            description,
            execute: (args) => {
              this.hasReadUntrusted ||= tool.effect === "read" && tool.trust !== "trusted";
              return execute(args);
            },
          },
        ],
      ),
    );
  }
}
