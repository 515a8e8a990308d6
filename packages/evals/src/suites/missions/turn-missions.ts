// The missions that take several turns: explore the data, call tools, store the results, answer.

import { lateDeliveries } from "./turns/late-deliveries.ts";
import { monthClose } from "./turns/month-close.ts";
import { orgCost } from "./turns/org-cost.ts";
import { policySearch } from "./turns/policy-search.ts";
import { ticketPages } from "./turns/ticket-pages.ts";
import { travelExpenses } from "./turns/travel-expenses.ts";
import { weatherStations } from "./turns/weather-stations.ts";
import type { SampleMission } from "./sample-mission.ts";

export const turnMissions: readonly SampleMission[] = [
  ticketPages,
  weatherStations,
  lateDeliveries,
  orgCost,
  policySearch,
  monthClose,
  travelExpenses,
];
