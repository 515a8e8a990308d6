// The parent's side of the child process that judges cases. A batch that is not answered in time,
// or ends the process, is halved until the case that causes it is found.

import { join } from "node:path";
import { LineProcess } from "../oracles/line-process.ts";
import type { Case } from "./family.ts";
import { jsonLine } from "./json-line.ts";

/** Cases with what is wrong with them. */
export type Findings = readonly (readonly [case_: Case, finding: string])[];

export interface HostileHost {
  judge(cases: readonly Case[]): Promise<Findings>;
  stop(): void;
}

/**
 * Milliseconds for one case, and for each further one of a batch: far beyond what their limits
 * allow.
 */
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
