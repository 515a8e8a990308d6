// The missions whose data differs from its first row: nested rows, missing fields, odd categories,
// tools without a type.

import type { SampleMission } from "./sample-mission.ts";
import { callLegs } from "./shapes/call-legs.ts";
import { deliveredWeight } from "./shapes/delivered-weight.ts";
import { discounts } from "./shapes/discounts.ts";
import { feverByWard } from "./shapes/fever-by-ward.ts";
import { folderSizes } from "./shapes/folder-sizes.ts";
import { gaugeTable } from "./shapes/gauge-table.ts";
import { giftAmounts } from "./shapes/gift-amounts.ts";
import { monthLimits } from "./shapes/month-limits.ts";
import { netByCountry } from "./shapes/net-by-country.ts";
import { parcelScans } from "./shapes/parcel-scans.ts";
import { partCosts } from "./shapes/part-costs.ts";
import { profiles } from "./shapes/profiles.ts";
import { reorderList } from "./shapes/reorder-list.ts";
import { roomBookings } from "./shapes/room-bookings.ts";
import { schoolScores } from "./shapes/school-scores.ts";
import { serverHits } from "./shapes/server-hits.ts";
import { supportMinutes } from "./shapes/support-minutes.ts";
import { surveyScores } from "./shapes/survey-scores.ts";
import { tlsOff } from "./shapes/tls-off.ts";
import { utcDays } from "./shapes/utc-days.ts";

export const shapeMissions: readonly SampleMission[] = [
  parcelScans,
  reorderList,
  giftAmounts,
  callLegs,
  netByCountry,
  feverByWard,
  deliveredWeight,
  tlsOff,
  supportMinutes,
  utcDays,
  partCosts,
  surveyScores,
  discounts,
  schoolScores,
  profiles,
  gaugeTable,
  folderSizes,
  monthLimits,
  roomBookings,
  serverHits,
];
