// The options of `runAll`: those that its runs share, and the limits for all of them together.

import { OptionError } from "@ptc/core/errors";
import { presentFields } from "@ptc/llm/adapter";
import { checkedOverrides, type AgentOptions } from "../agent/agent-options.ts";
import { Allowance } from "../bounds/allowance.ts";
import type { MissionRandom } from "../bounds/mission-random.ts";
import { rootScope, type MissionScope } from "../bounds/mission-scope.ts";
import { Spending } from "../bounds/spending.ts";
import {
  missionOptionNames,
  missionOptions,
  type MissionOptions,
} from "../loop/mission-options.ts";
import { isBoolean, knownOptions, wholeNumber } from "../options/option-checks.ts";

/** The options of `runAll`. A run's own options take precedence. */
export interface RunAllOptions
  extends
    Pick<MissionOptions, (typeof sharedNames)[number]>,
    Pick<AgentOptions, (typeof boundNames)[number]> {
  /** The maximum number of missions that run at once. Default 4. */
  readonly concurrency?: number;
  /**
   * True to cancel the other missions after a failure. Those that have not begun are not run.
   * Default false.
   */
  readonly stopOnFailure?: boolean;
}

const sharedNames = [
  "llm",
  "llmRegistry",
  "price",
  "signal",
  "collectMessages",
  "onEvent",
  "trace",
  "clock",
  "random",
] as const satisfies readonly (keyof MissionOptions)[];

/** The limits for all missions together, besides the limits of each one. */
const boundNames = [
  "turnBudget",
  "maxModelCalls",
  "maxTokens",
  "maxCost",
  "maxToolCalls",
] as const satisfies readonly (keyof AgentOptions)[];

const optionNames = [...sharedNames, ...boundNames, "concurrency", "stopOnFailure"] as const;

/** The settings that the runs share. */
export interface Together {
  readonly concurrency: number;
  readonly stopsOnFailure: boolean;
  /** The defaults for the options of each run. */
  readonly shared: Pick<MissionOptions, (typeof sharedNames)[number]>;
  readonly scope: MissionScope;
  /** The source of the runs' random numbers. */
  readonly random: MissionRandom;
}

/** @throws OptionError naming the option */
export function runAllOptions(options: RunAllOptions): Together {
  knownOptions(options, [...optionNames, ...ofOneRun]);
  const misplaced = ofOneRun.find((name) => Object.hasOwn(options, name));
  if (misplaced !== undefined)
    throw new OptionError(
      misplaced,
      `belongs to one run: pass it there, runAll([{ agent, ${misplaced} }, …])`,
    );
  const { concurrency = 4, stopOnFailure = false } = options;
  const shared = presentFields(
    Object.fromEntries(sharedNames.map((name) => [name, options[name]])),
  ) as Together["shared"];
  return {
    concurrency: wholeNumber("concurrency", concurrency, 1),
    stopsOnFailure: isBoolean("stopOnFailure", stopOnFailure),
    shared,
    scope: scopeOf(options),
    random: missionOptions(shared).random,
  };
}

/** Options that would have another meaning, or none, for several runs. */
const ofOneRun: readonly string[] = missionOptionNames.filter(
  (name) => !(sharedNames as readonly string[]).includes(name),
);

function scopeOf(options: RunAllOptions): MissionScope {
  const given = Object.fromEntries(boundNames.map((name) => [name, options[name]]));
  const { turnBudget, maxToolCalls, maxModelCalls, maxTokens, maxCost } = checkedOverrides(
    given,
    undefined,
  );
  return {
    ...rootScope,
    spending: Spending.ofRuns({ maxModelCalls, maxTokens, maxCost }),
    ...(turnBudget === undefined ? {} : { turns: Allowance.ofRuns(turnBudget) }),
    ...(maxToolCalls === undefined ? {} : { toolCalls: Allowance.ofRuns(maxToolCalls) }),
  };
}
