// Reports of a run: everything for a person, or one line of JSON with the step.

import { oneLine } from "@ptc/core/internal/errors";
import type { MissionStep } from "@ptc/subagent";
import { jsonLine } from "@ptc/core/internal/json";
import type { Host, OutputStream } from "../terminal/host.ts";
import { write, writeLine } from "../terminal/output.ts";
import { styleFor, type Style } from "../terminal/style.ts";
import { wrapped } from "../terminal/wrapped.ts";
import type { RunProgress } from "../live/run-progress.ts";
import { progressFor } from "../live/shown-progress.ts";
import { showEnd } from "./show-end.ts";

/** The lines before the run. */
export interface RunHeading {
  readonly title: string;
  /** The module of the mission. Undefined for a question of `ptc ask`. */
  readonly file: string | undefined;
  /** Lines that describe the model. */
  readonly model: readonly string[];
}

export interface RunReport {
  readonly style: Style;
  /** The terminal on which a person decides about calls that wait. */
  readonly screen: OutputStream;
  readonly begin: (heading: RunHeading) => void;
  /** Shows the events of the run. */
  readonly progress: RunProgress;
  /** Prints a line for those who watch. Its only control characters are those of `style`. */
  readonly print: (line: string) => void;
  /** Prints a line that users must see even if they don't watch the run. */
  readonly notice: (line: string) => void;
  /** Reports the step. Resolves to true if that succeeded. */
  readonly end: (step: MissionStep) => Promise<boolean>;
}

/** The options of `textReport`. */
export interface TextReportOptions {
  /** True to print each event at a terminal too. */
  readonly isVerbose?: boolean;
}

/** Reports everything to standard output: at a terminal, the progress as a live view. */
export function textReport(host: Host, { isVerbose = false }: TextReportOptions = {}): RunReport {
  const style = styleFor(host.output, host);
  const progress = progressFor(host, { style, isVerbose });
  const print = (line: string): void => {
    progress.print(line);
  };
  return {
    style,
    screen: host.output,
    progress,
    begin: ({ title, file, model }) => {
      print(style("bold", wrapped(oneLine(title), host.output)));
      if (file !== undefined) print(`Mission: ${oneLine(file)}`);
      for (const line of model) print(wrapped(oneLine(line, 1_000), host.output));
    },
    print,
    notice: print,
    end: async (step) => {
      await showEnd(host, step, style, print);
      return true;
    },
  };
}

/** Only the line of JSON goes to standard output. Notices go to standard error. */
export function jsonReport(host: Host): RunReport {
  const style: Style = (_name, text) => text;
  return {
    style,
    screen: host.output,
    progress: { emit: () => undefined, print: () => undefined, rest: () => undefined },
    begin: () => undefined,
    print: () => undefined,
    notice: (line) => {
      host.errors.write(`${oneLine(line, 2_000)}\n`);
    },
    end: async (step) => {
      const { stepToJson } = await import("@ptc/subagent/step-json");
      const line = jsonLine(stepToJson(step));
      if (line === undefined)
        await writeLine(host.errors, "ptc run: the step is too large to write as JSON");
      else await write(host.output, `${line}\n`);
      return line !== undefined;
    },
  };
}
