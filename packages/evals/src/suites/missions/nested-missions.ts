// The missions whose tools are agents and models.

import { cityCountries } from "./nested/city-countries.ts";
import { claimCheck } from "./nested/claim-check.ts";
import { deepDesks } from "./nested/deep-desks.ts";
import { failingDesk } from "./nested/failing-desk.ts";
import { fewQuestions } from "./nested/few-questions.ts";
import { longMinutes } from "./nested/long-minutes.ts";
import { mailRoutes } from "./nested/mail-routes.ts";
import { reviewMoods } from "./nested/review-moods.ts";
import { sameCompanies } from "./nested/same-companies.ts";
import { twoDesks } from "./nested/two-desks.ts";
import type { SampleMission } from "./sample-mission.ts";

export const nestedMissions: readonly SampleMission[] = [
  reviewMoods,
  mailRoutes,
  twoDesks,
  failingDesk,
  longMinutes,
  cityCountries,
  sameCompanies,
  fewQuestions,
  deepDesks,
  claimCheck,
];
