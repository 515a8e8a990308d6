// Keeps answers of tools for later calls with the same arguments. Names and arguments come from
// outside and may be `__proto__`, so they are keys of a Map here, and own properties of the object
// that is handed out.

import { recordOf } from "@ptc/core/values";
import { isThenable, type ToolFunction } from "@ptc/core/contracts";

export class ToolCache {
  private readonly answers = new Map<string, unknown>();
  /** Calls that have not answered yet. A call with the same arguments waits for the same answer. */
  private readonly pending = new Map<string, Promise<unknown>>();

  constructor(kept: Readonly<Record<string, unknown>> = {}) {
    for (const [key, answer] of Object.entries(kept)) this.answers.set(key, answer);
  }

  /** The answers so far; the keys are texts such as `name {"argument":…}`. */
  get kept(): Readonly<Record<string, unknown>> {
    return recordOf(this.answers);
  }

  /** `execute`, called only once for the same arguments. A call that failed is made again. */
  cached(name: string, execute: ToolFunction): ToolFunction {
    return (args, context) => {
      const key = `${name} ${canonicalText(args)}`;
      if (this.answers.has(key)) return this.answers.get(key);
      const waiting = this.pending.get(key);
      if (waiting !== undefined) return waiting;
      const answered = execute(args, context);
      if (!isThenable(answered)) {
        this.answers.set(key, answered);
        return answered;
      }
      const answer = Promise.resolve(answered)
        .then((value) => {
          this.answers.set(key, value);
          return value;
        })
        .finally(() => {
          this.pending.delete(key);
        });
      this.pending.set(key, answer);
      return answer;
    };
  }
}

/**
 * A text like JSON, with fields sorted by name, so that the same arguments give the same text. A
 * value that JSON cannot write stands without quotes, so that it differs from every string.
 */
function canonicalText(value: unknown): string {
  if (typeof value === "bigint") return `${String(value)}n`;
  if (typeof value === "number") return String(value);
  if (value instanceof Date) return `@${String(value.getTime())}`;
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalText(field)}`).join(",")}}`;
}
