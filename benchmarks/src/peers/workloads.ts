// Every workload, in the order of the table.
import type { Workload } from "./workload.ts";
import { computingWorkloads } from "./workloads/computing.ts";
import { rowWorkloads } from "./workloads/rows.ts";
import { smallWorkloads } from "./workloads/small.ts";
import { textWorkloads } from "./workloads/text.ts";
import { toolWorkloads } from "./workloads/tools.ts";
import { typicalWorkloads } from "./workloads/typical.ts";

export const workloads: readonly Workload[] = [
  ...smallWorkloads,
  ...typicalWorkloads,
  ...computingWorkloads,
  ...rowWorkloads,
  ...textWorkloads,
  ...toolWorkloads,
];
