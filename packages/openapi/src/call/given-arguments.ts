// The arguments of a call by name, in any spelling, and which of them are not used yet.

import type { ToolArguments } from "@ptc/core/contracts";
import { didYouMean } from "@ptc/core/internal/errors";
import { hostFieldName } from "@ptc/core/internal/values";
import { shown } from "../document/unusable.ts";
import { wrongArguments } from "./failures.ts";

export class GivenArguments {
  private readonly values = new Map<string, { readonly name: string; readonly value: unknown }>();
  private readonly asked: string[] = [];

  constructor(args: ToolArguments) {
    for (const [name, value] of Object.entries(args))
      this.values.set(hostFieldName(name), { name, value });
  }

  /** Returns the value of an argument, or undefined if it is missing. */
  take(name: string): unknown {
    this.asked.push(name);
    const spelled = hostFieldName(name);
    const found = this.values.get(spelled);
    this.values.delete(spelled);
    return found?.value;
  }

  /** @throws ToolFailure */
  takeRequired(name: string): unknown {
    const value = this.take(name);
    if (value === undefined || value === null) throw wrongArguments(`pass ${name}`);
    return value;
  }

  /** Returns the unused arguments in their original spelling. */
  rest(): readonly (readonly [string, unknown])[] {
    const rest = [...this.values.values()].map(({ name, value }) => [name, value] as const);
    this.values.clear();
    return rest;
  }

  /** @throws ToolFailure if arguments are left, so that none is ignored silently */
  assertNoneLeft(): void {
    const [left] = this.values.values();
    if (left === undefined) return;
    const advice = didYouMean(left.name, this.asked) ?? `it takes ${this.asked.join(", ")}`;
    throw wrongArguments(
      this.asked.length === 0
        ? `there is no argument ${shown(left.name)}: it takes none`
        : `there is no argument ${shown(left.name)}; ${advice.slice(0, 500)}`,
    );
  }
}
