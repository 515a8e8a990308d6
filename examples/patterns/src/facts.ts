// The expected answers of the patterns, computed from the facts without any model.

import { alarmsOf, litresByPlant, type Log, type PlantLitres } from "./logs.ts";
import type { Orders } from "./orchestrator-and-workers.ts";
import type { Audit } from "./planner-and-executor.ts";

export interface Facts {
  readonly litres: readonly PlantLitres[];
  readonly orders: Orders["orders"];
  readonly audit: Audit;
}

export function factsOf(logs: readonly Log[], limit: number): Facts {
  const litres = litresByPlant(logs);
  const above = litres.filter((each) => each.litres > limit);
  return {
    litres,
    orders: ordersOf(logs),
    audit: {
      above: above.map(({ plant }) => plant).sort(),
      worst: Math.max(limit, ...above.map((each) => each.litres)) - limit,
    },
  };
}

function ordersOf(logs: readonly Log[]): Orders["orders"] {
  return alarmsOf(logs)
    .filter(({ alarms }) => alarms >= 5)
    .flatMap(({ plant, pump }) => {
      const part = logs.find((log) => log.plant === plant)?.defects.get(pump);
      return part === undefined ? [] : [{ plant, pump, part }];
    });
}
