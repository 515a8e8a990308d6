// The values of calls that lines of a recording have. A step has the same objects in the records
// of its calls, so its digest needs no second text of them: the digest of the lines covers them.
//
//   record.args   === the arguments in a line   covered, unless a contract has converted them
//   record.result === the result in a line      covered, unless a contract has converted it

import type { ToolCallRecord } from "@ptc/core/contracts";

/** The numbers of the lines that have the arguments and the result of a record. */
export interface FoundParts {
  readonly args: number | undefined;
  readonly result: number | undefined;
}

/** The parts that lines have of all records. */
export interface CoveredParts {
  readonly args: boolean;
  readonly results: boolean;
}

export class CoveredCalls {
  private readonly args: object[] = [];
  private readonly results: unknown[] = [];

  /** Notes the values of a line. */
  add(args: object, result: unknown): void {
    this.args.push(args);
    this.results.push(result);
  }

  /** Returns the parts that lines have of all these records. */
  partsOf(records: readonly ToolCallRecord[]): CoveredParts {
    const find = this.finder();
    const found = records.map(find);
    return {
      args: found.every(({ args }) => args !== undefined),
      results: found.every(({ result }) => result !== undefined),
    };
  }

  /** Returns a function that finds the lines of records. Call it with the records in order. */
  finder(): (record: ToolCallRecord) => FoundParts {
    const { args, results } = this;
    let next = 0;
    let argsLines: ReadonlyMap<unknown, number> | undefined;
    let resultLines: ReadonlyMap<unknown, number> | undefined;
    return (record) => {
      // The lines are usually in the order of the records.
      const line = next;
      if (args[line] === record.args && results[line] === record.result) {
        next += 1;
        return { args: line, result: line };
      }
      argsLines ??= linesOf(args);
      resultLines ??= linesOf(results);
      const found = { args: argsLines.get(record.args), result: resultLines.get(record.result) };
      next = (found.args ?? found.result ?? line - 1) + 1;
      return found;
    };
  }
}

function linesOf(values: readonly unknown[]): ReadonlyMap<unknown, number> {
  return new Map(
    values.flatMap((value, line) =>
      typeof value === "object" && value !== null ? [[value, line]] : [],
    ),
  );
}
