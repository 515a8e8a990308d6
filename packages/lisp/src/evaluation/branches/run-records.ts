// The records of a run for its step: prints, tool calls, forks, and progress reports. Work shared
// by several branches has its own records. Each branch refers to them where it first met the work.
// In the step they appear once, at the first of these positions in program order.

import type { ParallelCallRecord, ToolCallRecord } from "@ptc/core/contracts";
import { effectAddressText } from "@ptc/core/internal/contracts";

/** The kinds of records, and the type of each. */
export interface RecordKinds {
  readonly prints: string;
  /** The ending of each print when prints are joined into a text: a line break, or nothing. */
  readonly ends: string;
  readonly toolCalls: ToolCallRecord;
  readonly parallelCalls: ParallelCallRecord;
  /** The reports of `step-done`. */
  readonly summaries: readonly [id: string, summary: string];
}

type Kind = keyof RecordKinds;

/** Records of every kind in program order. */
export type FlatRecords = {
  readonly [Name in Exclude<Kind, "ends">]: readonly RecordKinds[Name][];
};

type List<Name extends Kind> = (RecordKinds[Name] | RunRecords)[];

export class RunRecords {
  // Created on first use.
  private prints: List<"prints"> | undefined = undefined;
  private ends: List<"ends"> | undefined = undefined;
  private toolCalls: List<"toolCalls"> | undefined = undefined;
  private parallelCalls: List<"parallelCalls"> | undefined = undefined;
  private summaries: List<"summaries"> | undefined = undefined;
  private holdsOthers = false;
  private isEmpty = true;

  /** Adds a record and returns its index, for `change`. */
  add<Name extends Kind>(kind: Name, record: RecordKinds[Name]): number {
    this.isEmpty = false;
    return this.listFor(kind).push(record) - 1;
  }

  /** Replaces a record. */
  change<Name extends Kind>(kind: Name, index: number, record: RecordKinds[Name]): void {
    this.listFor(kind)[index] = record;
  }

  /**
   * Refers to `others` at this position. In the step they appear here, unless they appeared
   * earlier.
   */
  include(others: RunRecords): void {
    if (!others.isEmpty) this.refer(others);
  }

  /** Like `include`, for records that may be filled later. */
  refer(others: RunRecords): void {
    this.isEmpty = false;
    this.holdsOthers = true;
    for (const kind of kinds) this.listFor(kind).push(others);
  }

  /** Takes over the records of `others`, which aren't referred to elsewhere. */
  append(others: RunRecords): void {
    this.take(others, kinds);
  }

  /** Takes over all records of `others` except prints, which became a text. */
  appendUnprinted(others: RunRecords): void {
    this.take(others, unprinted);
  }

  /** Takes over the tool calls of `others`, because they have taken effect, and nothing else. */
  appendCalls(others: RunRecords): void {
    this.take(others, calls);
  }

  private take(others: RunRecords, taken: readonly Kind[]): void {
    if (others.isEmpty) return;
    this.isEmpty = false;
    if (others.holdsOthers) this.holdsOthers = true;
    for (const kind of taken) {
      const list = others[kind];
      if (list === undefined) continue;
      const own = this.listFor(kind);
      // Add one by one, because there may be more records than a call can take arguments.
      for (const record of list) own.push(record);
    }
  }

  /**
   * Adds the calls of `others` that it doesn't have yet. Of the other kinds, which a call can't
   * depend on, it keeps the longer list.
   */
  addMissing(others: RunRecords): void {
    this.isEmpty &&= others.isEmpty;
    this.holdsOthers ||= others.holdsOthers;
    for (const kind of kinds) {
      const own = this.listFor(kind);
      const list = others.list(kind);
      if (kind !== "toolCalls") {
        if (list.length > own.length) {
          own.length = 0;
          for (const record of list) own.push(record);
        }
        continue;
      }
      const known = new Set(own.map(identity));
      for (const call of list) if (!known.has(identity(call))) own.push(call);
    }
  }

  /** Returns all records in program order. Copies nothing if there is no shared work. */
  flat(): FlatRecords {
    return {
      prints: lines(this.flatList("prints"), this.flatList("ends")),
      toolCalls: this.flatList("toolCalls"),
      parallelCalls: this.flatList("parallelCalls"),
      summaries: this.flatList("summaries"),
    };
  }

  /** Returns the trace ids of missions that tool calls ran, in program order. */
  childTraceIds(): readonly string[] {
    if (this.toolCalls === undefined) return [];
    return this.flatList("toolCalls").flatMap((call) => call.childTraceIds ?? []);
  }

  /** Returns each print followed by its ending: the parts of the text that a console shows. */
  printedParts(): readonly string[] {
    const ends = this.flatList("ends");
    return this.flatList("prints").flatMap((text, index) => [text, ends[index] ?? ""]);
  }

  /** Returns the list of one kind. */
  list(kind: Kind): readonly (RecordKinds[Kind] | RunRecords)[] {
    return this[kind] ?? [];
  }

  private flatList<Name extends Kind>(kind: Name): readonly RecordKinds[Name][] {
    const list: readonly (RecordKinds[Kind] | RunRecords)[] = this.holdsOthers
      ? flattened(this, kind)
      : this.list(kind);
    // `add` ensures that the list of a kind contains only records of that kind.
    return list as readonly RecordKinds[Name][];
  }

  private listFor(kind: Kind): (RecordKinds[Kind] | RunRecords)[] {
    return (this[kind] ??= []);
  }
}

/** Returns what identifies a call, or records of shared work, in a list of calls. */
function identity(item: RecordKinds[Kind] | RunRecords): unknown {
  return item instanceof RunRecords || typeof item === "string" || !("address" in item)
    ? item
    : effectAddressText(item.address);
}

const calls = ["toolCalls"] as const;
const unprinted = ["toolCalls", "parallelCalls", "summaries"] as const;
const kinds = ["prints", "ends", ...unprinted] as const;

/** Joins the prints that don't end their line with the next ones, as a console does. */
function lines(prints: readonly string[], ends: readonly string[]): readonly string[] {
  if (!ends.includes("")) return prints;
  const joined: string[] = [];
  let open = "";
  prints.forEach((text, index) => {
    open += text + (ends[index] ?? "");
    if (!open.endsWith("\n")) return;
    joined.push(open.slice(0, -1));
    open = "";
  });
  if (open !== "") joined.push(open);
  return joined;
}

/**
 * Flattens records without recursion, because records of shared work may nest as deep as sequences
 * do.
 */
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
