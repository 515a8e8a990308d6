// What a program has read of the host that is no data, as warnings of its step; with the option
// `strictData`, as the error that the program ends with. Most runs meet none.

import { oneLine } from "@ptc/core/errors";
import type { LossListener } from "@ptc/core/values";
import { EvaluationError } from "../errors/errors.ts";
import { fieldStep, pathWithin } from "./host-path.ts";

/** Finding a path takes time, and a thousand warnings are too many to read. */
const mostWarnings = 10;

const nothing: readonly string[] = [];

/** The names of the whole data, and of a part of it by its path. */
interface Origin {
  readonly whole: string;
  readonly part: (path: string) => string;
}

export class HostLosses {
  private readonly isStrict: boolean;
  private found: Set<string> | undefined = undefined;
  private hasMore = false;

  constructor(isStrict: boolean) {
    this.isStrict = isStrict;
  }

  /** For data that a program reads as `data/…`. */
  ofContext(root: unknown): LossListener {
    return this.listener(root, () => ({
      whole: "the context",
      part: (path) => `data/${path.replace(/^\./, "")}`,
    }));
  }

  ofAnswer(root: unknown, tool: string): LossListener {
    return this.listener(root, () => {
      const whole = `what tool/${oneLine(tool)} answered`;
      return { whole, part: (path) => `${path} in ${whole}` };
    });
  }

  get warnings(): readonly string[] {
    // Every run asks.
    if (this.found === undefined && !this.hasMore) return nothing;
    return [
      ...(this.found ?? []),
      ...(this.hasMore ? ["further values of the host that the program read are no data"] : []),
    ];
  }

  /** Most data loses nothing, so its name is only made for a loss. */
  private listener(root: unknown, originOf: () => Origin): LossListener {
    return (problem, source, name) => {
      if (this.found !== undefined && this.found.size >= mostWarnings && !this.isStrict) {
        this.hasMore = true;
        return;
      }
      const { whole, part } = originOf();
      const around = pathWithin(root, source);
      const step =
        name === undefined ? "" : typeof name === "string" ? fieldStep(name) : `[${String(name)}]`;
      const path = around === undefined ? undefined : around + step;
      const warning =
        path === ""
          ? `${whole} ${problem}`
          : `${path === undefined ? `something in ${whole}` : part(path)} ${problem}`;
      if (this.isStrict) throw new EvaluationError("type_error", warning);
      (this.found ??= new Set()).add(warning);
    };
  }
}
