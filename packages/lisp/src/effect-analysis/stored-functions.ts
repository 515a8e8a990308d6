// Finds the tools that functions outside of the program may call: functions in memory, in earlier
// results, and in libraries. It reads their source for names, so it needs no position in them.

import {
  FunctionValue,
  MapValue,
  OpaqueValue,
  SetValue,
  Vector,
  maximumDataDepth,
  type Value,
} from "@ptc/core/values";
import { HostMap } from "@ptc/core/internal/values";
import type { Form } from "@ptc/parser";
import { isObject } from "@ptc/core/internal/host";
import { readForms } from "@ptc/parser/forms";
import type { Libraries } from "../analysis/known-libraries.ts";
import { Builtin } from "../builtins/builtin.ts";
import { WrittenFunction } from "../functions/written-function.ts";

/** Returns the value of a name, or undefined if memory has none. */
type MemoryReader = (name: string) => Value | undefined;

/** Characters of a source that are read in one step. */
const charactersOfStep = 8;

export class StoredFunctions {
  /** The names of tools as they are written. */
  readonly tools = new Set<string>();
  /** The names of definitions that they may use. */
  readonly names = new Set<string>();
  /** True if a function can't be read, and so may call anything. */
  isUnknown = false;
  mayReturn = false;
  steps = 0;
  private readonly memory: MemoryReader;
  private readonly libraries: Libraries | undefined;
  private readonly seen = new Set<unknown>();
  private readonly open: string[] = [];

  constructor(memory: MemoryReader, libraries: Libraries | undefined) {
    this.memory = memory;
    this.libraries = libraries;
  }

  /** Adds what the value of a name can reach. */
  addName(name: string): void {
    this.note(name);
    for (let next = this.open.pop(); next !== undefined; next = this.open.pop()) {
      try {
        const value = this.memory(next);
        if (value !== undefined) this.addValue(value, 0);
      } catch {
        this.isUnknown = true;
      }
    }
  }

  /** Adds what a value can reach. */
  addConstant(value: Value): void {
    this.addValue(value, 0);
    for (const name of this.open.splice(0)) this.addName(name);
  }

  /** Adds what the functions in a text of the language can reach. */
  addSource(source: string): void {
    if (this.seen.has(source)) return;
    this.seen.add(source);
    this.steps += Math.ceil(source.length / charactersOfStep);
    const forms = readForms(source);
    if (forms === undefined) this.isUnknown = true;
    else this.addForms(forms);
  }

  private note(name: string): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    this.open.push(name);
  }

  private addValue(value: Value, depth: number): void {
    if (typeof value !== "object" || value === null || value instanceof HostMap) return;
    if (this.seen.has(value)) return;
    this.seen.add(value);
    this.steps++;
    if (depth > maximumDataDepth) this.isUnknown = true;
    else if (value instanceof WrittenFunction) this.addFunction(value, depth);
    else if (value instanceof FunctionValue || value instanceof OpaqueValue) this.isUnknown = true;
    else if (value instanceof Vector) {
      if (!value.isHost) for (const item of value.toArray()) this.addValue(item, depth + 1);
    } else if (value instanceof MapValue)
      value.forEach((key, item) => {
        this.addValue(key, depth + 1);
        this.addValue(item, depth + 1);
      });
    else if (value instanceof SetValue)
      value.every((member) => {
        this.addValue(member, depth + 1);
        return true;
      });
  }

  private addFunction(value: WrittenFunction, depth: number): void {
    if (value instanceof Builtin) return;
    const parts: Value[] = [];
    const json = value.written((part) => {
      parts.push(part);
      return null;
    });
    if (!isObject(json)) {
      this.isUnknown = true;
      return;
    }
    const { source, var: variable, library, function: member } = json;
    if (typeof source === "string") this.addSource(source);
    if (typeof variable === "string") this.note(variable);
    if (typeof library === "string")
      this.addLibrary(library, typeof member === "string" ? member : "");
    for (const part of parts) this.addValue(part, depth + 1);
  }

  private addLibrary(name: string, member: string): void {
    this.mayReturn = true;
    // A library that the run lacks can't be called.
    const library = this.libraries?.get(name);
    if (library === undefined) return;
    const known = library.functions.find((each) => each.name === member);
    if (known !== undefined) for (const tool of known.tools) this.tools.add(tool);
    else this.addSource(library.source);
  }

  private addForms(forms: readonly Form[]): void {
    const open: Form[] = [...forms];
    for (let form = open.pop(); form !== undefined; form = open.pop()) {
      if (form.type === "symbol") this.addSymbol(form.namespace, form.name);
      else if ("items" in form) open.push(...form.items);
      else if ("form" in form) open.push(form.form);
    }
  }

  private addSymbol(namespace: string | undefined, name: string): void {
    if (namespace === "tool") this.tools.add(name);
    else if (namespace !== undefined && this.libraries?.get(namespace) !== undefined)
      this.addLibrary(namespace, name);
    else if (name === "return") this.mayReturn = true;
    else this.note(name);
  }
}
