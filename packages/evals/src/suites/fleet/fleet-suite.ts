// Thirty tasks over the tables of a bicycle rental, in the manner of the benchmark of the library
// that PTC follows: filter, add, group, join, plan and call tools. Wording and data are our own.

import { defineSuite } from "../../suite/define-suite.ts";
import type { EvalSuite } from "../../suite/eval-case.ts";
import { fleetCase } from "./fleet-case.ts";
import { fleetData } from "./fleet-data.ts";
import { joinTasks, stepTasks } from "./join-tasks.ts";
import { basicTasks, groupTasks, intermediateTasks } from "./single-table-tasks.ts";
import { toolTasks } from "./tool-tasks.ts";

/** Returns the suite `fleet`. */
export function fleetSuite(): EvalSuite {
  return defineSuite({
    name: "fleet",
    description: "Thirty tasks over tables: filter, add, group, join, plan, call tools",
    cases: () => {
      const fleet = fleetData();
      return [
        ...basicTasks(fleet),
        ...intermediateTasks(fleet),
        ...groupTasks(fleet),
        ...joinTasks(fleet),
        ...stepTasks(fleet),
        ...toolTasks(fleet),
      ].map((task) => fleetCase(fleet, task));
    },
  });
}
