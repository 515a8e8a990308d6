// The effects of a mission that can wait, in the order in which the mission received them. Those
// of the whole run, with all its child missions, are in one list:
//
//   {"type":"mission","at":"","model":"test:test"}
//   {"type":"model","at":"1/m0.1","request":"6f…","outcome":{"json":{"answer":{…}}}}
//   {"type":"rule","at":"1/0","outcome":{"json":{"needs":true}}}   the answer of an approval rule
//   {"type":"approval","at":"1/0","outcome":{"json":{"type":"approve"}}}
//   {"type":"tool","at":"1/0","tool":"refund","args":{…},"outcome":{"json":{"result":[…]}}}
//   {"type":"time","at":"1/1","now":1790000000000}
//   {"type":"store","at":"0 pay_1"}                       a change of the journal was stored
//   {"type":"budget","at":"2/m0.1","continues":true}
//   {"type":"pause","at":"1/2"}
//
// `t` is the active time of the run at that point, in milliseconds.

import type { EffectTimes } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { TimedRecord } from "@ptc/lisp/internal/waiting";

export interface MissionLine {
  readonly type: "mission";
  readonly at: string;
  readonly t: number;
  /** The model, as `provider:id`. Absent if there was none. */
  readonly model?: string;
}

export interface ModelLine {
  readonly type: "model";
  readonly at: string;
  readonly t: number;
  /** The digest of the request. */
  readonly request: string;
  readonly outcome: Json;
}

export interface ToolLine {
  readonly type: "tool";
  readonly at: string;
  readonly t: number;
  readonly tool: string;
  readonly args: Json;
  /** True if the tool returned a promise. */
  readonly isLater?: true;
  readonly outcome: Json;
}

export interface RuleLine {
  readonly type: "rule";
  readonly at: string;
  readonly t: number;
  readonly isLater?: true;
  readonly outcome: Json;
}

/** A decision about a call that waited for an approval, or whose tool had suspended itself. */
export interface DecisionLine {
  readonly type: "approval" | "decision";
  readonly at: string;
  readonly t: number;
  readonly outcome: Json;
}

export interface TimeLine {
  readonly type: "time";
  readonly at: string;
  readonly t: number;
  readonly now: number;
}

export interface StoreLine {
  readonly type: "store";
  readonly at: string;
  readonly t: number;
  readonly isLater?: true;
}

export interface BudgetLine {
  readonly type: "budget";
  readonly at: string;
  readonly t: number;
  readonly isLater?: true;
  readonly continues?: true;
}

export interface PauseLine {
  readonly type: "pause";
  readonly at: string;
  readonly t: number;
  readonly unanswered?: true;
}

/** An effect of a mission. The outcomes are JSON that may contain firewalled values. */
export type Line =
  | MissionLine
  | ModelLine
  | ToolLine
  | RuleLine
  | DecisionLine
  | TimeLine
  | StoreLine
  | BudgetLine
  | PauseLine;

export type LineType = Line["type"];
export type LineOf<Type extends LineType> = Line extends infer Each
  ? Each extends Line
    ? Type extends Each["type"]
      ? Each
      : never
    : never
  : never;

/** A line without its time. */
export type NewLine = Line extends infer Each
  ? Each extends Line
    ? Omit<Each, "t">
    : never
  : never;

/** A line and its position. */
export interface PlacedLine<Type extends LineType> {
  readonly index: number;
  readonly line: LineOf<Type>;
}

/**
 * The lines of a run, and those of earlier passes by their locations. Its times are those of calls,
 * forks and missions.
 */
export class MissionLines extends TimedRecord {
  readonly lines: Line[];
  /** The reasons why outcomes can't be stored, by the description of the effect. */
  readonly unkept = new Map<string, string>();
  readonly recordedCount: number;
  /** The effects that the run hasn't requested, by type and location, the last one first. */
  private readonly places = new Map<string, number[]>();
  private readonly taken = new Set<number>();

  constructor(
    recorded: readonly Line[] = [],
    times: Iterable<readonly [string, EffectTimes]> = [],
  ) {
    super(times);
    this.lines = [...recorded];
    this.recordedCount = recorded.length;
    for (const [index, { type, at }] of recorded.entries()) {
      const places = this.places.get(`${type} ${at}`);
      if (places === undefined) this.places.set(`${type} ${at}`, [index]);
      else places.push(index);
    }
    for (const places of this.places.values()) places.reverse();
  }

  /** Returns the next recorded effect of this type at a location. It then counts as requested. */
  take<Type extends LineType>(type: Type, at: string): PlacedLine<Type> | undefined {
    // A key costs more than the rest of most calls.
    if (this.taken.size === this.recordedCount) return undefined;
    const index = this.places.get(`${type} ${at}`)?.pop();
    if (index === undefined) return undefined;
    this.taken.add(index);
    return { index, line: this.lines[index] as LineOf<Type> };
  }

  /** Takes the decision that was made at a location about a call that may have run, if any. */
  takeUncertain(at: string): PlacedLine<"decision"> | undefined {
    if (this.taken.size === this.recordedCount) return undefined;
    const decision = this.places.get(`decision ${at}`)?.at(-1);
    if (decision === undefined) return undefined;
    // A decision about a call that has suspended itself comes after its suspension.
    const tool = this.places.get(`tool ${at}`)?.at(-1) ?? Infinity;
    return decision < tool ? this.take("decision", at) : undefined;
  }

  /** True if recorded effects of this type at a location haven't been requested. */
  has(type: LineType, at: string): boolean {
    return (
      this.taken.size < this.recordedCount && (this.places.get(`${type} ${at}`)?.length ?? 0) > 0
    );
  }

  /** The first recorded effect that the run hasn't requested. */
  get unrequested(): Line | undefined {
    if (this.taken.size === this.recordedCount) return undefined;
    return this.lines.find((_, index) => index < this.recordedCount && !this.taken.has(index));
  }

  add(line: Line): void {
    this.lines.push(line);
  }
}
