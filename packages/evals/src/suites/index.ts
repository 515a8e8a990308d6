// `@ptc/evals/suites`: the suites of this package.

export { desksSuite } from "./desks/desks-suite.ts";
export { fleetSuite } from "./fleet/fleet-suite.ts";
export { missionsSuite } from "./missions/missions-suite.ts";
export type { MissionsSuiteOptions } from "./missions/missions-suite.ts";
