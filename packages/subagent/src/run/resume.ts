// Continues a mission that waits.

import { OptionError } from "@ptc/core/errors";
import type { CheckpointOptions, Decisions } from "@ptc/lisp";
import { presentFields } from "@ptc/llm/adapter";
import type { AnyAgent } from "../agent/agent.ts";
import { checkedStep } from "../chain/chained-context.ts";
import { isMissionStep } from "../agent/tool-answer.ts";
import type { GivenMissionOptions } from "../loop/mission-options.ts";
import { isRecord, oneOf, wrongOption } from "../options/option-checks.ts";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { MissionStep } from "../step/step.ts";
import {
  readyMission,
  type AnswerOfRun,
  type OptionsChange,
  type RunOptions,
} from "./started-mission.ts";

/**
 * The options of `resume`: those of `run`, except those that the checkpoint determines. The context
 * isn't needed if the run had `keepContext`.
 */
export type MissionResumeOptions<Given, Text extends string, Deps, Answer = unknown> = Omit<
  RunOptions<Given, Text, Deps, Answer>,
  "context" | "journal" | "random"
> &
  Partial<Pick<RunOptions<Given, Text, Deps, Answer>, "context">> & {
    /**
     * Decisions by the ids of pending calls: `approve()`, `deny("…")` or `answer(…)`. Calls without
     * a decision wait for longer.
     */
    readonly decisions?: Decisions;
    /**
     * What happens if the run differs from the recorded one, because the prompt, a tool or an
     * option has changed: `fail` throws a `CheckpointError`, and `restart-turn` begins the turn
     * again that differs. Its calls are then made again, with new ids, and its pending calls are
     * dropped. Default `fail`, which `record` needs.
     */
    readonly onChange?: "fail" | "restart-turn";
    /** The step onto which `chain` chained the mission. */
    readonly step?: MissionStep;
  };

/** The options that the checkpoint determines. */
const determined = ["journal", "random"] as const;

type GivenToResume = Readonly<
  Partial<
    Record<
      (typeof determined)[number] | "onJournal" | "context" | "memory" | "step" | "record",
      unknown
    >
  >
> & {
  readonly [Name in keyof CheckpointOptions]?: CheckpointOptions[Name] | undefined;
} & { readonly decisions?: Decisions; readonly onChange?: "fail" | "restart-turn" };

/** Returns the values in which firewalled values of the checkpoint can be found again. */
function inputsOf({
  context,
  memory,
}: GivenToResume): Pick<GivenMissionOptions, "context" | "memory"> {
  const fields = isMissionStep(context) ? (context.ok ? { step: context.return } : {}) : context;
  return presentFields({ context: fields, memory }) as Pick<
    GivenMissionOptions,
    "context" | "memory"
  >;
}

/**
 * Continues a mission from the checkpoint of its waiting step, in any process. Pass the same agent,
 * or prompt and options, again, and decisions about pending calls. The mission runs again from its
 * start, but no model that has answered is asked again, and no tool is called twice.
 *
 * @example
 *   const next = await resume(agent, step.checkpoint, {
 *     llm,
 *     context,
 *     decisions: { [step.pending[0].id]: approve() },
 *   });
 *
 * @throws CheckpointError for a checkpoint or a decision that doesn't fit; OptionError
 */
export async function resume<
  Given extends string | AnyAgent,
  const Text extends string = "() -> :any",
  Deps = unknown,
  Answer = never,
>(
  given: Given,
  checkpoint: MissionCheckpoint,
  options: MissionResumeOptions<Given, Text, Deps, Answer>,
): Promise<MissionStep<AnswerOfRun<Given, Text, Answer>>> {
  // The answer was checked against the signature.
  return (await resumedMission(given, checkpoint, options)) as MissionStep<
    AnswerOfRun<Given, Text, Answer>
  >;
}

/** Continues a mission with changed options. @throws CheckpointError, OptionError */
export async function resumedMission(
  given: string | AnyAgent,
  checkpoint: MissionCheckpoint,
  options: object,
  change?: OptionsChange,
): Promise<MissionStep> {
  if (!isRecord(options)) throw wrongOption("options", "expected an object", options);
  const { decisions = {}, onChange = "fail", ...passed }: GivenToResume = options;
  for (const name of determined)
    if (Object.hasOwn(passed, name) && passed[name] !== undefined)
      throw new OptionError(name, "the checkpoint determines it: leave it out");
  if (passed.record !== undefined && onChange !== "fail")
    throw new OptionError("record", 'needs `onChange: "fail"`: it can\'t record a turn again');
  const others: GivenToResume =
    passed.onJournal === undefined ? passed : { ...passed, journal: {} };
  const { step: before, ...ofRun } = others;
  const start = presentFields({
    step: before === undefined ? undefined : checkedStep(before),
    change,
  });
  const { resumeWaiting } = await import("../waiting/waiting-mission.ts");
  return await resumeWaiting({
    checkpoint,
    decisions,
    inputs: inputsOf(others),
    onChange: oneOf("onChange", onChange, ["fail", "restart-turn"]),
    keys: presentFields({
      checkpointKey: others.checkpointKey,
      encryptionKey: others.encryptionKey,
      keepContext: others.keepContext,
    }),
    prepare: (kept) =>
      readyMission(given, { ...ofRun, context: others.context ?? kept.context }, start)(),
  });
}
