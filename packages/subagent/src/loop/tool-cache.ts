// Answers of tools that look things up, kept for calls with the same arguments. Names and arguments
// are data: they key a Map, and own properties of what is handed out.

import { recordOf } from "@ptc/core/values";
import { isThenable, type ToolFunction } from "@ptc/core/contracts";

export class ToolCache {
  private readonly answers = new Map<string, unknown>();
  /** Calls that have not answered yet: who asks the same meanwhile waits for the same answer. */
  private readonly pending = new Map<string, Promise<unknown>>();

  constructor(kept: Readonly<Record<string, unknown>> = {}) {
    for (const [key, answer] of Object.entries(kept)) this.answers.set(key, answer);
  }

  /** The answers so far, by `name {"argument":…}`. */
  get kept(): Readonly<Record<string, unknown>> {
    return recordOf(this.answers);
  }

  /** `execute`, asked once for the same arguments. What fails is asked again. */
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
 * Like JSON, with fields in their order by name: the same text for the same arguments. What JSON
 * has no word for stands without quotes, apart from every text.
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
