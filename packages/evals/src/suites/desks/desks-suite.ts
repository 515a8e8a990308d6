// Forty tasks with few and well-made tools, which one to four calls solve. Direct calls do well
// here, so this suite shows where programs save nothing.

import { defineSuite } from "../../suite/define-suite.ts";
import type { EvalSuite } from "../../suite/eval-case.ts";
import { bankDesk } from "./bank-desk.ts";
import { calendarDesk } from "./calendar-desk.ts";
import { deskCases, type Desk } from "./desk.ts";
import { homeDesk } from "./home-desk.ts";
import { libraryDesk } from "./library-desk.ts";
import { messagesDesk } from "./messages-desk.ts";
import { ordersDesk } from "./orders-desk.ts";
import { travelDesk } from "./travel-desk.ts";
import { unitsDesk } from "./units-desk.ts";

const desks: readonly Desk[] = [
  ...[bankDesk, calendarDesk, homeDesk, libraryDesk],
  ...[messagesDesk, ordersDesk, travelDesk, unitsDesk],
];

/** Returns the suite `desks`. */
export function desksSuite(): EvalSuite {
  return defineSuite({
    name: "desks",
    description: "Forty tasks with few, well-made tools, where direct calls do well",
    cases: () => desks.flatMap(deskCases),
  });
}
