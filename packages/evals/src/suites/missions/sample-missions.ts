// The list of all sample missions.

import { dataMissions } from "./data-missions.ts";
import { nestedMissions } from "./nested-missions.ts";
import { repairMissions } from "./repair-missions.ts";
import type { SampleMission } from "./sample-mission.ts";
import { shapeMissions } from "./shape-missions.ts";
import { turnMissions } from "./turn-missions.ts";

/** All missions, in the order of their kinds. */
export const sampleMissions: readonly SampleMission[] = [
  ...dataMissions,
  ...turnMissions,
  ...repairMissions,
  ...shapeMissions,
  ...nestedMissions,
];
