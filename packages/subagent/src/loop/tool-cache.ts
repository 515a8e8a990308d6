// Caches tool results for later calls with the same arguments. Names and arguments come from
// outside and may be `__proto__`. So they are keys of a Map here, and own properties of the
// returned object.

import { HostFile } from "@ptc/core/values";
import { recordOf } from "@ptc/core/internal/values";
import type { ToolArguments, ToolContext, ToolFunction } from "@ptc/core/contracts";
import { isThenable, onAbort } from "@ptc/core/internal/contracts";
import { noted } from "../agent/tool-contract.ts";

/** How to check a cached result of an earlier mission before using it. */
export interface GivenAnswers {
  /**
   * Returns the result as converted by the tool's contract, or a promise of it. Throws on a
   * mismatch.
   */
  readonly check: (answer: unknown) => unknown;
  readonly warn: (warning: string) => void;
}

export class ToolCache {
  private readonly answers = new Map<string, unknown>();
  /** The cached results without their keys. */
  private readonly values = new Set<unknown>();
  /** Results of an earlier mission that no call has requested yet. */
  private readonly given: Map<string, unknown>;
  /** Calls without a result yet. A call with the same arguments waits for the same result. */
  private readonly pending = new Map<string, Promise<unknown>>();
  /** Calls that were made with other arguments than requested. Their results aren't kept. */
  private readonly others = new WeakSet<ToolContext>();
  private readonly ofOthers = new WeakSet<Promise<unknown>>();

  constructor(given: Readonly<Record<string, unknown>> = {}) {
    this.given = new Map(Object.entries(given));
  }

  /** The results so far, by keys such as `name {"argument":…}`. */
  get stored(): Readonly<Record<string, unknown>> {
    return recordOf([...this.given, ...this.answers]);
  }

  /** Returns a cache with the same results, for one pass of a program. */
  copy(): ToolCache {
    const copy = new ToolCache(recordOf([...this.given]));
    for (const [key, answer] of this.answers) copy.set(key, answer);
    return copy;
  }

  /** True if the cache has this result of a tool. */
  isCached(answer: unknown): boolean {
    return this.values.has(answer);
  }

  /** Notes that the result of a call isn't the one for its arguments. */
  exclude(call: ToolContext): void {
    this.others.add(call);
  }

  /**
   * Returns `execute` with a cache: it is called only once for the same arguments. A call is
   * repeated if it failed, or if its result from an earlier mission doesn't match the contract.
   */
  cached(name: string, execute: ToolFunction, { check, warn }: GivenAnswers): ToolFunction {
    const call: Call = (key, args, context) =>
      this.keep(key, context, () => execute(args, context));
    const useGiven: Call = (key, args, context) => {
      const answer = this.given.get(key);
      this.given.delete(key);
      const refuse = (error: unknown): unknown => {
        warn(`the cached result can't be used, so the tool is called again: ${textOf(error)}`);
        return execute(args, context);
      };
      const use = (checked: unknown): unknown => {
        context.noteCached();
        return checked;
      };
      return this.keep(key, context, () => {
        try {
          const checked = noted(check(answer), context);
          return isThenable(checked) ? Promise.resolve(checked).then(use, refuse) : use(checked);
        } catch (error) {
          return refuse(error);
        }
      });
    };
    const cached: ToolFunction = (args, context) => {
      const text = canonicalText(args);
      if (text === undefined) return execute(args, context);
      const key = `${name} ${text}`;
      const waiting = this.pending.get(key);
      if (waiting !== undefined)
        return waiting.then((answer) => {
          if (this.ofOthers.has(waiting)) return cached(args, context);
          context.noteCached();
          return answer;
        });
      if (this.answers.has(key)) {
        context.noteCached();
        return this.answers.get(key);
      }
      return (this.given.has(key) ? useGiven : call)(key, args, context);
    };
    return cached;
  }

  /**
   * Stores the result of `ask` once it is available. When `signal` ends the call, later calls no
   * longer wait for it, because a tool that ignores aborts might never return.
   */
  private keep(key: string, context: ToolContext, ask: () => unknown): unknown {
    const { signal } = context;
    const answered = ask();
    if (!isThenable(answered)) {
      if (!this.others.has(context)) this.set(key, answered);
      return answered;
    }
    const forget = (): void => {
      remove();
      if (this.pending.get(key) === answer) this.pending.delete(key);
    };
    const answer: Promise<unknown> = Promise.resolve(answered)
      .then((value) => {
        if (this.others.has(context)) this.ofOthers.add(answer);
        else this.set(key, value);
        return value;
      })
      .finally(forget);
    const remove = onAbort(signal, forget);
    if (signal.aborted) return answer;
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
 * Returns a text like JSON with fields sorted by name, so that equal arguments give equal texts. A
 * value that JSON can't express is written without quotes, so it differs from every string.
 * Returns undefined for objects without meaningful fields, such as a Map or URL from a schema's
 * transform. Two of them would give the same text.
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
  // A map with the same fields lacks the contents, so it is a different argument.
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

/** True for plain objects, including those of another realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
