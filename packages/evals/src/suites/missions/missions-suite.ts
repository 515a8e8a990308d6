// The fifty missions of this repository: an agent with data of a seed and an oracle each. Their
// recorded answers are replayed by the tests of the conformance package.

import { defineSuite } from "../../suite/define-suite.ts";
import type { EvalSuite } from "../../suite/eval-case.ts";
import { Random } from "../../statistics/random.ts";
import { sampleMissions } from "./sample-missions.ts";

/** The options of `missionsSuite`. */
export interface MissionsSuiteOptions {
  /** The seed of the data. Default 1, which the published results have. */
  readonly seed?: number;
}

/** Returns the suite `missions`. Another seed gives other data and other right answers. */
export function missionsSuite({ seed = 1 }: MissionsSuiteOptions = {}): EvalSuite {
  return defineSuite({
    name: "missions",
    description: "Fifty missions: one program, several turns, repairs, odd data, nested agents",
    cases: () =>
      sampleMissions.map(({ name, kind, world }) => ({
        name,
        tags: [kind],
        world: () => world(new Random(seed)),
      })),
  });
}
