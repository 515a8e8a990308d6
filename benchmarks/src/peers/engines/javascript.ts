// What engines for JavaScript share: a program is the body of a function, which is asynchronous
// when there are tools.
import type { Workload } from "../workload.ts";

/** An expression that runs the program behind `prelude`. */
export function javascriptCall(workload: Workload, prelude = ""): string {
  return `(${javascriptFunction(workload, prelude)})()`;
}

/** An expression whose value is the program as a function without parameters. */
export function javascriptFunction(
  { programs: { javascript }, tools }: Workload,
  prelude = "",
): string {
  return `${tools === undefined ? "" : "async "}() => {${prelude}\n${javascript}\n}`;
}

/** For sandboxes without a console: what a program prints is kept inside the sandbox. */
export const guestConsole =
  'const prints = []; const console = { log: (...values) => { prints.push(values.join(" ")); } };';

/** Whether the program prints. */
export function prints({ programs: { javascript } }: Workload): boolean {
  return javascript.includes("console.");
}
