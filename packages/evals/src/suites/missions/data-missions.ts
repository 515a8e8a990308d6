// The missions that one program over the context answers.

import { examRanks } from "./data/exam-ranks.ts";
import { logErrors } from "./data/log-errors.ts";
import { meetingHours } from "./data/meeting-hours.ts";
import { newsletterWinners } from "./data/newsletter-winners.ts";
import { overdueInvoices } from "./data/overdue-invoices.ts";
import { revenueByCategory } from "./data/revenue-by-category.ts";
import { sensorGaps } from "./data/sensor-gaps.ts";
import { stockChanges } from "./data/stock-changes.ts";
import type { SampleMission } from "./sample-mission.ts";

export const dataMissions: readonly SampleMission[] = [
  revenueByCategory,
  overdueInvoices,
  newsletterWinners,
  logErrors,
  sensorGaps,
  examRanks,
  stockChanges,
  meetingHours,
];
