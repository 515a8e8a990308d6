// `@ptc/evals/internal`: the missions and their random data, for the tests of this repository.
// Versioning doesn't cover these names: they can change in any release.

export { expecting } from "./suites/missions/expecting.ts";
export type { MissionWorld, SampleMission } from "./suites/missions/sample-mission.ts";
export { sampleMissions } from "./suites/missions/sample-missions.ts";
