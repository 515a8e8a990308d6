// Runs a program with an approved plan. It makes exactly the calls of the plan, and asks about
// those whose arguments depend on results.

import type { Tool, ToolArguments, ToolContext, Tools } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { EndOfRun } from "@ptc/core/internal/errors";
import { isObject } from "@ptc/core/internal/host";
import { resume, run } from "../entry/start.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import { underPolicy } from "../waiting/under-policy.ts";
import type { Checkpoint } from "../step/checkpoint.ts";
import type { LispStep } from "../step/step.ts";
import type { RunCheckpointOptions } from "../step/run-checkpoint-options.ts";
import { encodedData } from "../waiting/call-outcomes.ts";
import { canonicalJson } from "../waiting/seal.ts";
import type { ResumeOptions } from "../waiting/waiting-options.ts";
import type { Plan, PlannedCall } from "./plan.ts";
import { addressOf } from "./rehearse.ts";

/** The options of `runPlan`: those of `run`, without the random numbers, which the plan has. */
export type PlanRunOptions<Return = unknown> = Omit<
  LispRunOptions<Return> & RunCheckpointOptions,
  "random"
>;

/**
 * Runs a program whose plan a person has approved. Calls of the plan need no other approval. The
 * run ends with `plan_diverged` before the first call that the plan lacks, or has with other
 * arguments.
 * Calls that depend on results wait for a decision, as do unplanned calls if the plan isn't
 * complete; continue with `resumePlan`.
 * @throws OptionError for a bad option, or for a value that isn't a plan
 */
export function runPlan<Return = unknown>(
  source: string,
  plan: Plan,
  options: PlanRunOptions<Return> = {},
): Promise<LispStep<Return>> {
  return run<Return>(source, { ...underPlan(options, plan), random: () => plan.seed });
}

/** Continues a run of a plan that waits; see `resume`. @throws CheckpointError, OptionError */
export function resumePlan<Return = unknown>(
  source: string,
  plan: Plan,
  checkpoint: Checkpoint,
  options: ResumeOptions<Return> = {},
): Promise<LispStep<Return>> {
  return resume<Return>(source, checkpoint, underPlan(options, plan));
}

function underPlan<Options extends PlanRunOptions | ResumeOptions>(
  options: Options,
  plan: Plan,
): Options {
  const calls = callsOf(plan);
  const policed = options.policy === undefined ? options : underPolicy(options);
  const tools = Object.fromEntries(
    Object.entries(policed.tools ?? {}).map(([name, tool]): [string, Tools[string]] => [
      name,
      plannedTool(name, tool, calls, plan.isComplete),
    ]),
  );
  return { ...policed, tools };
}

/** @throws OptionError */
function callsOf(plan: unknown): ReadonlyMap<string, PlannedCall> {
  const { format, version, calls, seed } = isObject(plan) ? plan : {};
  const isRight =
    format === "ptc-plan" &&
    version === 1 &&
    Array.isArray(calls) &&
    calls.every((call) => isObject(call) && typeof call["at"] === "string") &&
    typeof seed === "number" &&
    seed >= 0 &&
    seed < 1;
  if (!isRight) throw new OptionError("plan", "expected the plan of a rehearsal");
  return new Map((calls as readonly PlannedCall[]).map((call) => [call.at, call]));
}

function plannedTool(
  name: string,
  given: Tools[string],
  calls: ReadonlyMap<string, PlannedCall>,
  isComplete: boolean,
): Tools[string] {
  const tool = (typeof given === "function" ? { execute: given } : given) as Tool;
  if (!isObject(tool) || typeof (tool.execute as unknown) !== "function") return given;
  const { effect, needsApproval = false, suspends } = tool;
  const isFree = effect === "read" && needsApproval === false && suspends !== true;
  if (isFree) return tool;
  /** Returns whether the plan approves a call, asks about it, or lacks it. */
  const verdict = (args: ToolArguments, at: string): "approved" | "asks" | "lacks" => {
    const call = calls.get(at);
    if (call === undefined || call.tool !== name) return isComplete ? "lacks" : "asks";
    if (call.asksAgain) return "asks";
    return canonicalJson(encodedData(args)) === canonicalJson(call.arguments)
      ? "approved"
      : "lacks";
  };
  const rule: NonNullable<Tool["needsApproval"]> = async (args, call) => {
    const at = addressOf(call);
    const found = verdict(args, at);
    if (found === "approved") return false;
    if (effect === "read" && !calls.has(at))
      return typeof needsApproval === "boolean" ? needsApproval : await needsApproval(args, call);
    // The run ends when the call is made.
    return found === "asks";
  };
  const execute = (args: ToolArguments, context: ToolContext): unknown => {
    const at = addressOf(context);
    // A person has decided about the others.
    if (verdict(args, at) === "lacks" && !(effect === "read" && !calls.has(at)))
      throw diverged(name, at);
    return tool.execute(args, context);
  };
  return { ...tool, needsApproval: rule, execute };
}

function diverged(name: string, at: string): EndOfRun {
  return new EndOfRun(
    "plan_diverged",
    `tool/${name} is called at ${at} with arguments that the approved plan doesn't have`,
    { tool: name, at },
  );
}
