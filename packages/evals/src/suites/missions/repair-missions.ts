// The missions with something unexpected, so that the first program may need a repair.

import { oddNames } from "./repair/odd-names.ts";
import { strictSales } from "./repair/strict-sales.ts";
import { typedAmounts } from "./repair/typed-amounts.ts";
import { unknownBalances } from "./repair/unknown-balances.ts";
import { wholeCents } from "./repair/whole-cents.ts";
import type { SampleMission } from "./sample-mission.ts";

export const repairMissions: readonly SampleMission[] = [
  typedAmounts,
  unknownBalances,
  strictSales,
  wholeCents,
  oddNames,
];
