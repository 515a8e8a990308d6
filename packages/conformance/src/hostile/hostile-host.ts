// The parent's side of the child process that judges programs. A batch that is not answered in
// time, or ends the process, is halved until the program that causes it is found.

import { join } from "node:path";
import { LineProcess } from "../oracles/line-process.ts";

/** Programs with what is wrong with them. */
type Findings = readonly (readonly [program: string, finding: string])[];

export interface HostileHost {
  judge(programs: readonly string[]): Promise<Findings>;
  stop(): void;
}

/**
 * Milliseconds for one program, and for each further one of a batch: far beyond what their limits
 * allow.
 */
const limitOfOne = 30_000;
const limitOfMore = 1_500;

export function hostileHost(): HostileHost {
  const child = new LineProcess(process.execPath, [
    "--conditions=@ptc/source",
    "--max-old-space-size=1024",
    join(import.meta.dirname, "hostile-driver.ts"),
  ]);
  async function judge(programs: readonly string[]): Promise<Findings> {
    const [first] = programs;
    if (first === undefined) return [];
    const line = await child.ask(
      JSON.stringify(programs),
      limitOfOne + limitOfMore * programs.length,
    );
    if (line !== undefined) return JSON.parse(line) as Findings;
    if (programs.length === 1) return [[first, "does not end, or ends the process"]];
    const middle = Math.ceil(programs.length / 2);
    return [...(await judge(programs.slice(0, middle))), ...(await judge(programs.slice(middle)))];
  }
  return {
    judge,
    stop: () => {
      child.stop();
    },
  };
}
