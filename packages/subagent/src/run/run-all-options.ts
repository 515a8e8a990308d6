// The options of `runAll`: those that its runs share, and the bounds of all of them together.

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

/** What `runAll` is given besides its runs. An option that a run has itself goes before it. */
export interface RunAllOptions
  extends
    Pick<MissionOptions, (typeof sharedNames)[number]>,
    Pick<AgentOptions, (typeof boundNames)[number]> {
  /** How many missions run at once; default 4. */
  readonly concurrency?: number;
  /**
   * Whether the others are cancelled when one fails; default false. Those that did not begin are
   * not run.
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

/** What bounds all missions together, besides the bounds of each. */
const boundNames = [
  "turnBudget",
  "maxModelCalls",
  "maxTokens",
  "maxCost",
  "maxToolCalls",
] as const satisfies readonly (keyof AgentOptions)[];

const optionNames = [...sharedNames, ...boundNames, "concurrency", "stopOnFailure"] as const;

/** What the runs have together. */
export interface Together {
  readonly concurrency: number;
  readonly stopsOnFailure: boolean;
  /** The options of each run, where it has none of its own. */
  readonly shared: Pick<MissionOptions, (typeof sharedNames)[number]>;
  readonly scope: MissionScope;
  /** What the random numbers of the runs follow from. */
  readonly random: MissionRandom;
}

/** @throws OptionError naming the option */
export function runAllOptions(options: RunAllOptions): Together {
  knownOptions(options, [...optionNames, ...ofOneRun]);
  const misplaced = ofOneRun.find((name) => Object.hasOwn(options, name));
  if (misplaced !== undefined)
    throw new OptionError(
      misplaced,
      `belongs to one run: give it there, runAll([{ agent, ${misplaced} }, …])`,
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

/** Options that would mean something else for several runs, or nothing. */
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
