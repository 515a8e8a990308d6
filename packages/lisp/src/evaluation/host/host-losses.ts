// Collects host values that a program read and that aren't data. They become warnings of its step,
// or end the program with an error if the option `strictData` is set. Most runs have none.

import { oneLine } from "@ptc/core/internal/errors";
import type { LossListener } from "@ptc/core/internal/values";
import { EvaluationError } from "../errors/errors.ts";
import { fieldStep, pathWithin } from "./host-path.ts";

/** Limits warnings, because finding a path takes time and a reader can't use a thousand of them. */
const mostWarnings = 10;

const nothing: readonly string[] = [];

/** Names the data as a whole, and a part of it by its path. */
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

  /** Returns a listener for the data that a program reads as `data/…`. */
  ofContext(root: unknown): LossListener {
    return this.listener(root, () => ({
      whole: "the context",
      part: (path) => `data/${path.replace(/^\./, "")}`,
    }));
  }

  ofAnswer(root: unknown, tool: string): LossListener {
    return this.listener(root, () => {
      const whole = `the result of tool/${oneLine(tool)}`;
      return { whole, part: (path) => `${path} in ${whole}` };
    });
  }

  get warnings(): readonly string[] {
    // Return early, because every run asks.
    if (this.found === undefined && !this.hasMore) return nothing;
    return [
      ...(this.found ?? []),
      ...(this.hasMore ? ["more values that the program read are not plain data"] : []),
    ];
  }

  /** Returns a listener that names data only after a loss, because most data has none. */
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
