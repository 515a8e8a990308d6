// What a run records for its step: prints, tool calls, forks, reports of progress. Work that
// several branches share has records of its own. Each branch refers to them where it first met the
// work; in the step they appear once, at the first of these positions in program order.

import type { ParallelCallRecord, ToolCallRecord } from "@ptc/core/contracts";

/** The kinds of records, and what one of each is. */
export interface RecordKinds {
  readonly prints: string;
  readonly toolCalls: ToolCallRecord;
  readonly parallelCalls: ParallelCallRecord;
  /** What `step-done` reported. */
  readonly summaries: readonly [id: string, summary: string];
}

type Kind = keyof RecordKinds;

/** Records of every kind in program order. */
export type FlatRecords = { readonly [Name in Kind]: readonly RecordKinds[Name][] };

type Lists = { readonly [Name in Kind]: (RecordKinds[Name] | RunRecords)[] };

export class RunRecords {
  private readonly lists: Lists = { prints: [], toolCalls: [], parallelCalls: [], summaries: [] };
  private holdsOthers = false;
  private isEmpty = true;

  /** Adds a record. The function that it returns replaces the record. */
  add<Name extends Kind>(
    kind: Name,
    record: RecordKinds[Name],
  ): (changed: RecordKinds[Name]) => void {
    this.isEmpty = false;
    const list: (RecordKinds[Name] | RunRecords)[] = this.lists[kind];
    const place = list.push(record) - 1;
    return (changed) => {
      list[place] = changed;
    };
  }

  /**
   * Refers to `others` at this position. In the step they appear here, unless they appear earlier.
   */
  include(others: RunRecords): void {
    if (others.isEmpty) return;
    this.isEmpty = false;
    this.holdsOthers = true;
    for (const kind of kinds) this.lists[kind].push(others);
  }

  /** Everything, in program order. Without shared work nothing is copied. */
  flat(): FlatRecords {
    if (!this.holdsOthers) return this.lists as FlatRecords;
    return {
      prints: flattened(this, "prints"),
      toolCalls: flattened(this, "toolCalls"),
      parallelCalls: flattened(this, "parallelCalls"),
      summaries: flattened(this, "summaries"),
    };
  }

  /** The list of one kind: not a copy, so it grows with later records. */
  list<Name extends Kind>(kind: Name): readonly (RecordKinds[Name] | RunRecords)[] {
    return this.lists[kind];
  }
}

const kinds = ["prints", "toolCalls", "parallelCalls", "summaries"] as const;

/**
 * Works without recursion, because records of shared work may be nested in each other as deep as
 * lazy sequences are.
 */
function flattened<Name extends Kind>(root: RunRecords, kind: Name): RecordKinds[Name][] {
  const flat: RecordKinds[Name][] = [];
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
