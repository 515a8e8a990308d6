// The missions whose data the first row does not tell: nested rows, missing fields, odd categories,
// tools without a type.

import type { SampleMission } from "./sample-mission.ts";
import { callLegs } from "./shapes/call-legs.ts";
import { deliveredWeight } from "./shapes/delivered-weight.ts";
import { feverByWard } from "./shapes/fever-by-ward.ts";
import { giftAmounts } from "./shapes/gift-amounts.ts";
import { netByCountry } from "./shapes/net-by-country.ts";
import { parcelScans } from "./shapes/parcel-scans.ts";
import { partCosts } from "./shapes/part-costs.ts";
import { reorderList } from "./shapes/reorder-list.ts";
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
];
