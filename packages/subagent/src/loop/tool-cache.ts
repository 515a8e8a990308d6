// Keeps answers of tools for later calls with the same arguments. Names and arguments come from
// outside and may be `__proto__`, so they are keys of a Map here, and own properties of the object
// that is handed out.

import { HostFile, recordOf } from "@ptc/core/values";
import {
  isThenable,
  type ToolArguments,
  type ToolContext,
  type ToolFunction,
} from "@ptc/core/contracts";

/** How an answer that an earlier mission kept is looked at before it is used. */
export interface GivenAnswers {
  /** The answer as the contract of the tool spells it, or a promise of that; throws otherwise. */
  readonly check: (answer: unknown) => unknown;
  readonly warn: (warning: string) => void;
}

export class ToolCache {
  private readonly answers = new Map<string, unknown>();
  /** The answers without their keys. */
  private readonly values = new Set<unknown>();
  /** Answers of an earlier mission, which no call has asked for yet. */
  private readonly given: Map<string, unknown>;
  /** Calls that have not answered yet. A call with the same arguments waits for the same answer. */
  private readonly pending = new Map<string, Promise<unknown>>();

  constructor(given: Readonly<Record<string, unknown>> = {}) {
    this.given = new Map(Object.entries(given));
  }

  /** The results so far, by keys such as `name {"argument":…}`. */
  get stored(): Readonly<Record<string, unknown>> {
    return recordOf([...this.given, ...this.answers]);
  }

  /** True if the cache has this result of a tool. */
  isCached(answer: unknown): boolean {
    return this.values.has(answer);
  }

  /**
   * `execute`, called only once for the same arguments. A call that failed is made again, and so is
   * one whose given answer does not match the contract.
   */
  cached(name: string, execute: ToolFunction, { check, warn }: GivenAnswers): ToolFunction {
    const call: Call = (key, args, context) =>
      this.keep(key, context.signal, () => execute(args, context));
    const useGiven: Call = (key, args, context) => {
      const answer = this.given.get(key);
      this.given.delete(key);
      const refuse = (error: unknown): unknown => {
        warn(`the answer that was kept is not used, and the tool is asked again: ${textOf(error)}`);
        return execute(args, context);
      };
      const use = (checked: unknown): unknown => {
        context.noteCached();
        return checked;
      };
      return this.keep(key, context.signal, () => {
        try {
          const checked = check(answer);
          return isThenable(checked) ? Promise.resolve(checked).then(use, refuse) : use(checked);
        } catch (error) {
          return refuse(error);
        }
      });
    };
    return (args, context) => {
      const text = canonicalText(args);
      if (text === undefined) return execute(args, context);
      const key = `${name} ${text}`;
      const waiting = this.pending.get(key);
      if (waiting !== undefined || this.answers.has(key)) {
        context.noteCached();
        return waiting ?? this.answers.get(key);
      }
      return (this.given.has(key) ? useGiven : call)(key, args, context);
    };
  }

  /**
   * Keeps what `ask` answers, once it has. When `signal` ends the call, later calls no longer wait
   * for it: a tool that does not listen might never answer.
   */
  private keep(key: string, signal: AbortSignal, ask: () => unknown): unknown {
    const answered = ask();
    if (!isThenable(answered)) {
      this.set(key, answered);
      return answered;
    }
    const forget = (): void => {
      signal.removeEventListener("abort", forget);
      if (this.pending.get(key) === answer) this.pending.delete(key);
    };
    const answer = Promise.resolve(answered)
      .then((value) => {
        this.set(key, value);
        return value;
      })
      .finally(forget);
    if (signal.aborted) return answer;
    signal.addEventListener("abort", forget);
    this.pending.set(key, answer);
    return answer;
  }

  private set(key: string, answer: unknown): void {
    this.answers.set(key, answer);
    this.values.add(answer);
  }
}

type Call = (key: string, args: ToolArguments, context: ToolContext) => unknown;

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * A text like JSON, with fields sorted by name, so that the same arguments give the same text. A
 * value that JSON cannot write stands without quotes, so that it differs from every string.
 * Undefined where there is an object whose fields do not say what it is, such as a Map or a URL
 * that a schema made of an argument: two of them would give one text.
 */
function canonicalText(value: unknown): string | undefined {
  if (typeof value === "bigint") return `${String(value)}n`;
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (value instanceof Date) return `@${String(value.getTime())}`;
  if (Array.isArray(value)) {
    const elements = Array.from(value, canonicalText);
    return elements.includes(undefined) ? undefined : `[${elements.join(",")}]`;
  }
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  // A map of the same fields has no contents, and is another argument.
  if (HostFile.is(value)) return `file ${canonicalText(recordOf(Object.entries(value))) ?? ""}`;
  if (!isPlain(value)) return undefined;
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  const texts: string[] = [];
  for (const [name, field] of fields) {
    const text = canonicalText(field);
    if (text === undefined) return undefined;
    texts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${texts.join(",")}}`;
}

/** Objects of another realm are plain too. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
