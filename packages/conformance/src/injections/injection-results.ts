// Plays all scenarios in one setting, and writes the results as the table of the guide.

import type { Injection } from "./injection.ts";
import {
  playInjection,
  type InjectionSetting,
  type PlayedInjection,
  type PlayOptions,
} from "./play-injection.ts";
import { playInAgent } from "./play-in-agent.ts";
import { examplePolicies } from "./policies.ts";

export interface InjectionResult {
  readonly injection: Injection;
  readonly attack: PlayedInjection;
  readonly benign: PlayedInjection;
}

/** The runs of single programs, or the missions of an agent. */
export type InjectionPlayer = typeof playInjection;

/** Plays the obeying programs and those of the task, under the example policies. */
async function injectionResults(
  injections: readonly Injection[],
  setting: InjectionSetting,
  player: InjectionPlayer = playInjection,
): Promise<readonly InjectionResult[]> {
  return await Promise.all(
    injections.map(async (injection) => {
      const play = async (programs: PlayOptions["programs"]): Promise<PlayedInjection> =>
        await player(injection, {
          setting,
          policy: examplePolicies[injection.domain],
          programs,
        });
      return { injection, attack: await play("attack"), benign: await play("benign") };
    }),
  );
}

/** Returns the names of the scenarios in which the attacker succeeds. */
export function attackedNames(results: readonly InjectionResult[]): readonly string[] {
  return results.filter(({ attack }) => attack.isAttacked).map(({ injection }) => injection.name);
}

/** Returns the names of the scenarios whose task needs the approval of a person. */
export function askedNames(results: readonly InjectionResult[]): readonly string[] {
  return results
    .filter(({ benign }) => benign.asked.length > 0)
    .map(({ injection }) => injection.name);
}

/** The rows of the table: the results of a setting, by its name. */
export type InjectionRows = Readonly<Record<string, readonly InjectionResult[]>>;

/** Plays all scenarios for the table of the guide; `isWhole`: also for its last row. */
export async function injectionRows(
  injections: readonly Injection[],
  { isWhole }: { readonly isWhole: boolean },
): Promise<InjectionRows> {
  return {
    "no policy": await injectionResults(injections, "off"),
    "runs, `true`": await injectionResults(injections, "explicit"),
    'runs, `"strict"`': await injectionResults(injections, "strict"),
    "agents, `true`": await injectionResults(injections, "explicit", playInAgent),
    ...(isWhole && {
      'agents, `"strict"`': await injectionResults(injections, "strict", playInAgent),
    }),
  };
}

/** Returns the table of the guide. */
export function injectionTable(rows: InjectionRows): string {
  const lines = Object.entries(rows).map(([name, results]) => {
    const stopped = results.filter(({ attack }) => !attack.isAttacked);
    const cells = [
      name,
      attackedNames(results).length,
      stopped.filter(({ attack }) => attack.asked.length > 0).length,
      stopped.filter(({ attack }) => attack.asked.length === 0).length,
      results.filter(({ benign }) => benign.isSolved && !benign.isAttacked).length,
      askedNames(results).length,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| policy and `provenance` | attacks that succeed | attacks that ask | attacks that are denied | tasks solved | tasks that ask |",
    "| - | - | - | - | - | - |",
    ...lines,
  ].join("\n");
}
