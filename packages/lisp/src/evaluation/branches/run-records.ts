// What a run records for its step: prints, tool calls, forks, reports of progress. Work that
// several branches share has records of its own. Each branch refers to them where it first met the
// work; in the step they appear once, at the first of these positions in program order.

import type { ParallelCallRecord, ToolCallRecord } from "@ptc/core/contracts";

/** The kinds of records, and what one of each is. */
export interface RecordKinds {
  readonly prints: string;
  /** What ended each print where it became part of a text: a line break, or nothing. */
  readonly ends: string;
  readonly toolCalls: ToolCallRecord;
  readonly parallelCalls: ParallelCallRecord;
  /** What `step-done` reported. */
  readonly summaries: readonly [id: string, summary: string];
}

type Kind = keyof RecordKinds;

/** Records of every kind in program order. */
export type FlatRecords = {
  readonly [Name in Exclude<Kind, "ends">]: readonly RecordKinds[Name][];
};

type List<Name extends Kind> = (RecordKinds[Name] | RunRecords)[];

export class RunRecords {
  // Made when there is something to record.
  private prints: List<"prints"> | undefined = undefined;
  private ends: List<"ends"> | undefined = undefined;
  private toolCalls: List<"toolCalls"> | undefined = undefined;
  private parallelCalls: List<"parallelCalls"> | undefined = undefined;
  private summaries: List<"summaries"> | undefined = undefined;
  private holdsOthers = false;
  private isEmpty = true;

  /** Adds a record; the answer is its place, for `change`. */
  add<Name extends Kind>(kind: Name, record: RecordKinds[Name]): number {
    this.isEmpty = false;
    return this.listFor(kind).push(record) - 1;
  }

  /** Puts another record in the place of one. */
  change<Name extends Kind>(kind: Name, index: number, record: RecordKinds[Name]): void {
    this.listFor(kind)[index] = record;
  }

  /**
   * Refers to `others` at this position. In the step they appear here, unless they appear earlier.
   */
  include(others: RunRecords): void {
    if (others.isEmpty) return;
    this.isEmpty = false;
    this.holdsOthers = true;
    for (const kind of kinds) this.listFor(kind).push(others);
  }

  /** Takes over the records of `others`, which nobody else refers to. */
  append(others: RunRecords): void {
    this.take(others, kinds);
  }

  /** The same without what was printed, which became a text. */
  appendUnprinted(others: RunRecords): void {
    this.take(others, unprinted);
  }

  private take(others: RunRecords, taken: readonly Kind[]): void {
    if (others.isEmpty) return;
    this.isEmpty = false;
    if (others.holdsOthers) this.holdsOthers = true;
    for (const kind of taken) {
      const list = others[kind];
      if (list === undefined) continue;
      const own = this.listFor(kind);
      // One by one, because there may be more records than a call takes arguments.
      for (const record of list) own.push(record);
    }
  }

  /** Everything, in program order. Without shared work nothing is copied. */
  flat(): FlatRecords {
    return {
      prints: this.flatList("prints"),
      toolCalls: this.flatList("toolCalls"),
      parallelCalls: this.flatList("parallelCalls"),
      summaries: this.flatList("summaries"),
    };
  }

  /** The traces of the missions that the calls of tools ran, in program order. */
  childTraceIds(): readonly string[] {
    if (this.toolCalls === undefined) return [];
    return this.flatList("toolCalls").flatMap((call) => call.childTraceIds ?? []);
  }

  /** What was printed and what ended it, in turn: the parts of the text that a console shows. */
  printedParts(): readonly string[] {
    const ends = this.flatList("ends");
    return this.flatList("prints").flatMap((text, index) => [text, ends[index] ?? ""]);
  }

  /** The list of one kind. */
  list(kind: Kind): readonly (RecordKinds[Kind] | RunRecords)[] {
    return this[kind] ?? [];
  }

  private flatList<Name extends Kind>(kind: Name): readonly RecordKinds[Name][] {
    const list: readonly (RecordKinds[Kind] | RunRecords)[] = this.holdsOthers
      ? flattened(this, kind)
      : this.list(kind);
    // A list of one kind holds records of that kind only, which `add` sees to.
    return list as readonly RecordKinds[Name][];
  }

  private listFor(kind: Kind): (RecordKinds[Kind] | RunRecords)[] {
    return (this[kind] ??= []);
  }
}

const unprinted = ["toolCalls", "parallelCalls", "summaries"] as const;
const kinds = ["prints", "ends", ...unprinted] as const;

/** Without recursion: records of shared work may stand in each other as deep as sequences do. */
function flattened(root: RunRecords, kind: Kind): RecordKinds[Kind][] {
  const flat: RecordKinds[Kind][] = [];
  const met = new Set<RunRecords>([root]);
  const open = [root.list(kind)[Symbol.iterator]()];
  for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
    const { done, value } = current.next();
    if (done === true) open.pop();
    else if (!(value instanceof RunRecords)) flat.push(value);
    else if (!met.has(value)) {
      met.add(value);
      open.push(value.list(kind)[Symbol.iterator]());
    }
  }
  return flat;
}
