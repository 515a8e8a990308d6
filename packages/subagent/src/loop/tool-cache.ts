// Answers of tools that look things up, kept for calls with the same arguments. Names and arguments are data: they key a Map, and own
// properties of what is handed out.

import { defineField } from "@ptc/core/values";
import type { ToolFunction } from "@ptc/core/contracts";

export class ToolCache {
  private readonly answers = new Map<string, unknown>();
  /** Calls that have not answered yet: who asks the same meanwhile waits for the same answer. */
  private readonly pending = new Map<string, Promise<unknown>>();

  constructor(kept: Readonly<Record<string, unknown>> = {}) {
    for (const [key, answer] of Object.entries(kept)) this.answers.set(key, answer);
  }

  /** The answers so far, by `name {"argument":…}`. */
  get kept(): Readonly<Record<string, unknown>> {
    const record: Record<string, unknown> = {};
    for (const [key, answer] of this.answers) defineField(record, key, answer);
    return record;
  }

  /** `execute`, asked once for the same arguments. What fails is asked again. */
  cached(name: string, execute: ToolFunction): ToolFunction {
    return (args, context) => {
      const key = `${name} ${canonicalJson(args)}`;
      if (this.answers.has(key)) return this.answers.get(key);
      const waiting = this.pending.get(key);
      if (waiting !== undefined) return waiting;
      const answered = execute(args, context);
      if (!(answered instanceof Promise)) {
        this.answers.set(key, answered);
        return answered;
      }
      const answer = answered.then((value: unknown) => {
        this.answers.set(key, value);
        return value;
      }).finally(() => { this.pending.delete(key); });
      this.pending.set(key, answer);
      return answer;
    };
  }
}

/** JSON with fields in their order by name: the same text for the same arguments. */
function canonicalJson(args: unknown): string {
  return JSON.stringify(args, (_key, value: unknown) => {
    if (typeof value === "bigint") return `${String(value)}n`;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const sorted: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))) defineField(sorted, name, field);
    return sorted;
  });
}
