// Runs the command line in a separate process and reports the fault of its end.

import { join } from "node:path";
import { LineProcess } from "../oracles/line-process.ts";
import { jsonLine } from "./json-line.ts";
import { placeOfHost } from "./judge.ts";
import { bounds } from "./measured.ts";

export interface CommandOptions {
  readonly folder: string;
  readonly input: string;
  /** The columns of the simulated terminal. */
  readonly columns?: number;
}

export interface CommandEnd {
  readonly code: number;
  readonly output: string;
  readonly fault: string | undefined;
}

interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
  readonly milliseconds: number;
}

export interface CommandHost {
  run(commandLine: readonly string[], options: CommandOptions): Promise<CommandEnd>;
  stop(): void;
}

/** Milliseconds after which a running command counts as one that never ends. */
const patience = 60_000;

/** Returns a host whose process starts with the first command. */
export function commandHost(): CommandHost {
  const child = new LineProcess(process.execPath, [
    "--conditions=@ptc/source",
    "--max-old-space-size=768",
    join(import.meta.dirname, "../../../../apps/cli/test/command-driver.ts"),
  ]);
  return {
    run: async (commandLine, options) => {
      const line = await child.ask(jsonLine({ commandLine, ...options }), patience);
      if (line === undefined)
        return { code: 1, output: "", fault: "does not end, or ends the process" };
      const outcome = JSON.parse(line) as Outcome;
      return { code: outcome.code, output: outcome.output, fault: faultOf(outcome) };
    },
    stop: () => {
      child.stop();
    },
  };
}

function faultOf({ code, errors, milliseconds }: Outcome): string | undefined {
  if (milliseconds > bounds.milliseconds)
    return `takes ${(milliseconds / 1000).toFixed(1)} s of processor time`;
  if (![0, 1, 2].includes(code)) return `ends with code ${String(code)}`;
  if (errors.includes("internal error"))
    return `tells of an internal error: ${errors.slice(0, 300)}`;
  if (code === 2 && errors === "") return "refuses without a message";
  return placeOfHost.test(errors)
    ? `tells a place of the host: ${errors.slice(0, 300)}`
    : undefined;
}
