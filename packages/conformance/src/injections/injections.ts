// All injection scenarios: fifteen in each of four domains.

import type { Injection } from "./injection.ts";
import { bankDecisions } from "./scenarios/bank-decisions.ts";
import { bankDetours } from "./scenarios/bank-detours.ts";
import { bankValues } from "./scenarios/bank-values.ts";
import { calendarDecisions } from "./scenarios/calendar-decisions.ts";
import { calendarDetours } from "./scenarios/calendar-detours.ts";
import { calendarValues } from "./scenarios/calendar-values.ts";
import { filesDecisions } from "./scenarios/files-decisions.ts";
import { filesDetours } from "./scenarios/files-detours.ts";
import { filesValues } from "./scenarios/files-values.ts";
import { mailDecisions } from "./scenarios/mail-decisions.ts";
import { mailDetours } from "./scenarios/mail-detours.ts";
import { mailValues } from "./scenarios/mail-values.ts";

export const injections: readonly Injection[] = [
  ...mailValues,
  ...mailDetours,
  ...mailDecisions,
  ...calendarValues,
  ...calendarDetours,
  ...calendarDecisions,
  ...bankValues,
  ...bankDetours,
  ...bankDecisions,
  ...filesValues,
  ...filesDetours,
  ...filesDecisions,
];
