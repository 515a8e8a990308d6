// The parent of the child process that judges cases. If a batch exceeds its time or ends the
// process, it is split in half repeatedly until the case that causes it is found.

import { join } from "node:path";
import { LineProcess } from "../oracles/line-process.ts";
import type { Case } from "./family.ts";
import { jsonLine } from "./json-line.ts";

/** Cases with their faults. */
export type Findings = readonly (readonly [case_: Case, finding: string])[];

export interface HostileHost {
  judge(cases: readonly Case[]): Promise<Findings>;
  stop(): void;
}

/** Milliseconds for the first case of a batch and for each other one, far above their limits. */
const limitOfOne = 60_000;
const limitOfMore = 5_000;

export function hostileHost(): HostileHost {
  const child = new LineProcess(process.execPath, [
    "--conditions=@ptc/source",
    "--max-old-space-size=768",
    join(import.meta.dirname, "hostile-driver.ts"),
  ]);
  async function judge(cases: readonly Case[]): Promise<Findings> {
    const [first] = cases;
    if (first === undefined) return [];
    const line = await child.ask(jsonLine(cases), limitOfOne + limitOfMore * cases.length);
    if (line !== undefined) return JSON.parse(line) as Findings;
    if (cases.length === 1) return [[first, "does not end, or ends the process"]];
    const middle = Math.ceil(cases.length / 2);
    return [...(await judge(cases.slice(0, middle))), ...(await judge(cases.slice(middle)))];
  }
  return {
    judge,
    stop: () => {
      child.stop();
    },
  };
}
