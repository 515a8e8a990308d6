// The arguments of a call by name, however a program spelled them, and which of them nobody asked
// for yet.

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

  /** The value of an argument; undefined where it is missing or nil and `nil` is not one. */
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

  /** What is left, as it was spelled. */
  rest(): readonly (readonly [string, unknown])[] {
    const rest = [...this.values.values()].map(({ name, value }) => [name, value] as const);
    this.values.clear();
    return rest;
  }

  /** @throws ToolFailure where arguments are left, for nothing is left out in silence */
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
