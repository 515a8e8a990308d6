// The arguments of a call by name, in any spelling, and which of them are not used yet.

import type { ToolArguments } from "@ptc/core/contracts";
import { unknownArguments } from "@ptc/core/internal/arguments";
import { hostFieldName } from "@ptc/core/internal/values";
import { shown } from "../document/unusable.ts";
import { wrongArguments } from "./failures.ts";

export class GivenArguments {
  private readonly values: Map<string, unknown>;
  /** The names of the arguments by their spelling with underscores. */
  private readonly spellings = new Map<string, string[]>();
  private readonly asked: string[] = [];

  constructor(args: ToolArguments) {
    this.values = new Map(Object.entries(args));
    for (const name of this.values.keys()) {
      const spelling = hostFieldName(name);
      this.spellings.set(spelling, [...(this.spellings.get(spelling) ?? []), name]);
    }
  }

  /**
   * Returns the value of an argument, or undefined if it is missing.
   * @throws ToolFailure if it is given in two spellings
   */
  take(name: string): unknown {
    this.asked.push(name);
    const [found, other] = this.spellings.get(hostFieldName(name)) ?? [];
    if (found === undefined) return undefined;
    if (other !== undefined)
      throw wrongArguments(
        `${shown(found)} and ${shown(other)} both name the argument ${name}: pass one of them`,
      );
    const value = this.values.get(found);
    this.values.delete(found);
    return value;
  }

  /** @throws ToolFailure */
  takeRequired(name: string): unknown {
    const value = this.take(name);
    if (value === undefined || value === null) throw wrongArguments(`pass ${name}`);
    return value;
  }

  /** Returns the unused arguments in their original spelling. */
  rest(): readonly (readonly [string, unknown])[] {
    const rest = [...this.values];
    this.values.clear();
    return rest;
  }

  /** @throws ToolFailure if arguments are left, so that none is ignored silently */
  assertNoneLeft(): void {
    const [problem] = unknownArguments([...this.values.keys()], this.asked);
    if (problem !== undefined) throw wrongArguments(problem);
  }
}
