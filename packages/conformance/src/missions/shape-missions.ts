// The missions whose data the first row does not tell: nested rows, missing fields, odd categories,
// tools without a type.

import type { SampleMission } from "./sample-mission.ts";
import { callLegs } from "./shapes/call-legs.ts";
import { giftAmounts } from "./shapes/gift-amounts.ts";
import { parcelScans } from "./shapes/parcel-scans.ts";
import { reorderList } from "./shapes/reorder-list.ts";

export const shapeMissions: readonly SampleMission[] = [
  parcelScans,
  reorderList,
  giftAmounts,
  callLegs,
];
