// The origins that a mission has met, for its rules about origins. Its values aren't followed, so
// an argument may come from any of them. Explicit provenance excepts arguments whose whole value
// occurs in a trusted text.

import type { Tool, ToolArguments } from "@ptc/core/contracts";
import { someGlobMatches } from "./glob.ts";
import { anyOrigin, type NamedOrigin, noOrigins, type OriginFacts } from "./origin-facts.ts";
import { looksAtOrigins } from "./origin-rules.ts";
import type { PolicyRule } from "./policy.ts";
import { occursIn } from "./trusted-text.ts";

/** The fields of a tool that say how its answers count as origins. */
export type OriginTraits = Pick<Tool, "trust" | "private">;

export interface MetOriginsOptions {
  readonly isStrict: boolean;
  readonly rules: readonly PolicyRule[];
  /** Texts of people. */
  readonly trustedTexts: readonly string[];
  /** The origins of the mission that started this one. */
  readonly above: MetOrigins | undefined;
}

/** The data with which a mission starts. */
export interface MissionStart {
  readonly context: Readonly<Record<string, unknown>>;
  /** True if it continues something whose origins are unknown. */
  readonly isContinued: boolean;
}

/** The origins that a mission has met, with the texts that its rules trust. */
export class MetOrigins {
  readonly isStrict: boolean;
  private readonly above: MetOrigins | undefined;
  /** Patterns of origins that rules forbid; their texts aren't trusted. */
  private readonly forbidden: readonly string[];
  private readonly met = new Map<string, NamedOrigin>();
  private readonly trusted: unknown[];
  private hasBegun = false;

  constructor({ isStrict, rules, trustedTexts, above }: MetOriginsOptions) {
    this.isStrict = isStrict || above?.isStrict === true;
    this.above = above;
    this.trusted = [...trustedTexts];
    this.forbidden = [
      ...(above?.forbidden ?? []),
      ...rules.flatMap((rule) => (looksAtOrigins(rule) && "origin" in rule ? rule.origin.not : [])),
    ];
  }

  /** Notes the data of the mission before its first call. */
  begin({ context, isContinued }: MissionStart): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    if (isContinued) this.add({ name: anyOrigin, words: [] }, undefined);
    for (const [name, value] of Object.entries(context))
      this.add({ name: `data/${name}`, words: [] }, this.above === undefined ? value : undefined);
  }

  /** Notes the answer of a tool, also an error. Missions above may get it as a part of a result. */
  note(name: string, { trust, private: isPrivate }: OriginTraits, answer: unknown): void {
    const words = [
      ...(trust === "trusted" ? [] : ["untrusted"]),
      ...(isPrivate === true ? ["private"] : []),
    ];
    this.add({ name, words }, trust === "trusted" ? answer : undefined);
    this.above?.note(
      name,
      { ...(trust === undefined ? {} : { trust }), private: isPrivate === true },
      undefined,
    );
  }

  /** Returns the origins that the arguments of a call may have. */
  factsOf(args: ToolArguments): OriginFacts {
    const met = this.allMet();
    const trusted = this.isStrict ? [] : this.allTrusted();
    return {
      isExact: true,
      arguments: new Map(
        Object.entries(args).map(([name, value]) => [
          name,
          {
            origins: occursIn(value, trusted) ? met.filter(isPrivateOrigin) : met,
            path: [],
            isPossible: true,
          },
        ]),
      ),
      others: noOrigins,
    };
  }

  private add(origin: NamedOrigin, trusted: unknown): void {
    this.met.set([origin.name, ...origin.words].join("\n"), origin);
    if (trusted !== undefined && !someGlobMatches(this.forbidden, origin.name))
      this.trusted.push(trusted);
  }

  private allMet(): readonly NamedOrigin[] {
    return [...(this.above?.allMet() ?? []), ...this.met.values()];
  }

  private allTrusted(): readonly unknown[] {
    return [...(this.above?.allTrusted() ?? []), ...this.trusted];
  }
}

function isPrivateOrigin({ words }: NamedOrigin): boolean {
  return words.includes("private");
}
