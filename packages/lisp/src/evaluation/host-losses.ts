// What a program has read of the host that is no data, as warnings of its step; with the option
// `strictData`, as the error that the program ends with. Most runs meet none.

import { oneLine } from "@ptc/core/internal/errors";
import type { LossListener } from "@ptc/core/internal/values";
import { EvaluationError } from "./errors.ts";
import { fieldStep, placeWithin } from "./host-place.ts";

/** Looking for a place takes time, and nobody reads a thousand warnings. */
const mostTold = 10;

const nothing: readonly string[] = [];

/** How the whole of the data is called, and a part of it by its place there. */
interface Origin {
  readonly whole: string;
  readonly part: (place: string) => string;
}

export class HostLosses {
  private readonly isStrict: boolean;
  private told: Set<string> | undefined = undefined;
  private hasMore = false;

  constructor(isStrict: boolean) {
    this.isStrict = isStrict;
  }

  /** For data that a program reads as `data/…`. */
  ofContext(root: unknown): LossListener {
    return this.listener(root, () => ({
      whole: "the context",
      part: (place) => `data/${place.replace(/^\./, "")}`,
    }));
  }

  ofAnswer(root: unknown, tool: string): LossListener {
    return this.listener(root, () => {
      const whole = `what tool/${oneLine(tool)} answered`;
      return { whole, part: (place) => `${place} in ${whole}` };
    });
  }

  get warnings(): readonly string[] {
    // Every run asks.
    if (this.told === undefined && !this.hasMore) return nothing;
    return [
      ...(this.told ?? []),
      ...(this.hasMore ? ["further values of the host that the program read are no data"] : []),
    ];
  }

  /** Most data has nothing to tell, so what it is called is only made for a loss. */
  private listener(root: unknown, originOf: () => Origin): LossListener {
    return (problem, source, name) => {
      if (this.told !== undefined && this.told.size >= mostTold && !this.isStrict) {
        this.hasMore = true;
        return;
      }
      const { whole, part } = originOf();
      const around = placeWithin(root, source);
      const step =
        name === undefined ? "" : typeof name === "string" ? fieldStep(name) : `[${String(name)}]`;
      const place = around === undefined ? undefined : around + step;
      const told =
        place === ""
          ? `${whole} ${problem}`
          : `${place === undefined ? `something in ${whole}` : part(place)} ${problem}`;
      if (this.isStrict) throw new EvaluationError("type_error", told);
      (this.told ??= new Set()).add(told);
    };
  }
}
