// What is told of a run: everything for a person, or one line of JSON with its step.

import { oneLine } from "@ptc/core/internal/errors";
import type { MissionStep } from "@ptc/subagent";
import type { Host } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import { styleFor, type Style } from "../terminal/style.ts";
import { jsonLine } from "../values/json-line.ts";
import { showEnd } from "./show-end.ts";

export interface RunReport {
  readonly style: Style;
  /** Tells how the run goes on, in a line whose only control characters are those of `style`. */
  readonly print: (line: string) => void;
  /** Tells what somebody has to know or do who does not watch. */
  readonly notice: (line: string) => void;
  /** Resolves to whether the step could be told. */
  readonly end: (step: MissionStep) => Promise<boolean>;
}

export function textReport(host: Host): RunReport {
  const style = styleFor(host.output, host);
  const print = (line: string): void => {
    host.output.write(`${line}\n`);
  };
  return {
    style,
    print,
    notice: print,
    end: async (step) => {
      await showEnd(host, step, style, print);
      return true;
    },
  };
}

/** Nothing but the line of JSON goes to standard output, and notices go to standard error. */
export function jsonReport(host: Host): RunReport {
  const style: Style = (_name, text) => text;
  return {
    style,
    print: () => undefined,
    notice: (line) => {
      host.errors.write(`${oneLine(line, 2_000)}\n`);
    },
    end: async (step) => {
      const { stepToJson } = await import("@ptc/subagent/step-json");
      const line = jsonLine(stepToJson(step));
      if (line === undefined)
        await writeLine(host.errors, "ptc run: the step is too large to be written as JSON");
      else await write(host.output, `${line}\n`);
      return line !== undefined;
    },
  };
}
