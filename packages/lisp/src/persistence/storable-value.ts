// Measures a value for memory when a program ends: its size as JSON, where shared structure is
// written each time it occurs. As a result, a value that fits in memory can also be written later.
// Finds the lazy sequences in it, each of which is measured and stored once.

import {
  FunctionValue,
  Keyword,
  MapValue,
  OpaqueValue,
  SetValue,
  Vector,
  DataDepthError,
  maximumDataDepth,
  type Value,
} from "@ptc/core/values";
import { HostMap, SortedMap, SortedSet, spendDigits } from "@ptc/core/internal/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { LimitError } from "../evaluation/errors/errors.ts";
import { WrittenValue } from "../evaluation/errors/written-value.ts";
import { ProgramBound } from "../evaluation/state/program-bound.ts";
import { WrittenFunction } from "../functions/written-function.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";

/** A lazy sequence in a definition. */
export interface FoundSequence {
  readonly sequence: LazySeq;
  /** True if a function captured it. */
  readonly isCaptured: boolean;
}

const bytesOfElement = 16;
const bytesOfFunction = 64;

/**
 * Measures the value of a name. Doesn't inspect host data, because that would take as long as the
 * programs that receive it.
 */
export class Measure {
  private readonly branch: Branch;
  private bytes = 0;
  /** An atom, transient or delay in the value. */
  bound: ProgramBound | undefined = undefined;
  private found: FoundSequence[] | undefined = undefined;
  private isCaptured = false;
  private readonly digits = {
    spend: (count: number): void => {
      this.text(count);
    },
  };

  constructor(branch: Branch) {
    this.branch = branch;
  }

  /**
   * Returns the lazy sequences in `value`, which aren't measured yet, or `undefined` without any.
   * @throws LimitError if the JSON would exceed the memory limit; DataDepthError
   */
  whole(value: Value): readonly FoundSequence[] | undefined {
    this.found = undefined;
    this.value(value, 0);
    return this.found;
  }

  /** Measures the parts of a sequence, and returns the sequences in them. */
  sequence(
    realized: readonly Value[],
    [, ...args]: readonly (Value | undefined)[],
  ): readonly FoundSequence[] {
    const found: FoundSequence[] = [];
    this.found = found;
    this.count(bytesOfFunction);
    this.elements(realized.length + args.length);
    for (const element of realized) this.value(element, 0);
    for (const arg of args) if (arg !== undefined) this.value(arg, 0);
    return found;
  }

  private value(value: Value, depth: number): void {
    if (typeof value === "string") this.text(value.length);
    else if (typeof value === "bigint") spendDigits(value, this.digits);
    else if (typeof value !== "object" || value === null) return;
    else if (value instanceof Keyword) this.text(value.text.length);
    else if (value instanceof FunctionValue) this.function(value, depth);
    else if (value instanceof LazySeq && value.compared instanceof Vector)
      this.collection(value.compared as Vector<Value>, depth);
    else if (value instanceof LazySeq)
      (this.found ??= []).push({ sequence: value, isCaptured: this.isCaptured });
    else if (value instanceof WrittenValue) this.written(value, depth);
    else if (value instanceof ProgramBound) this.bound = value;
    else if (value instanceof OpaqueValue) this.value((value.asData ?? null) as Value, depth);
    else if (!(value instanceof HostMap || (value instanceof Vector && value.isHost)))
      this.collection(value, depth);
  }

  private collection(value: Extract<Value, object>, depth: number): void {
    if (depth > maximumDataDepth) throw new DataDepthError();
    if (value instanceof SortedMap || value instanceof SortedSet) {
      const { comparator } = value.order;
      if (typeof comparator !== "string") this.value(comparator, depth + 1);
    }
    if (value instanceof Vector) {
      this.elements(value.count);
      for (let index = 0; index < value.count; index++) this.value(value.at(index), depth + 1);
    } else if (value instanceof MapValue) {
      this.elements(value.count);
      value.forEach((key, item) => {
        this.value(key, depth + 1);
        this.value(item, depth + 1);
      });
    } else if (value instanceof SetValue) {
      this.elements(value.count);
      for (const member of value.toArray()) this.value(member, depth + 1);
    }
  }

  private written({ held }: WrittenValue, depth: number): void {
    if (depth > maximumDataDepth) throw new DataDepthError();
    this.branch.spend(4);
    this.count(bytesOfFunction);
    for (const value of held) this.value(value, depth + 1);
  }

  private function(fn: FunctionValue, depth: number): void {
    if (depth > maximumDataDepth) throw new DataDepthError();
    if (!(fn instanceof WrittenFunction) || fn.held.length === 0) return;
    this.branch.spend(4);
    this.count(bytesOfFunction + fn.sourceLength);
    const { isCaptured } = this;
    this.isCaptured = true;
    for (const value of fn.held) this.value(value, depth + 1);
    this.isCaptured = isCaptured;
  }

  private elements(count: number): void {
    this.branch.spend(1 + (count >>> 2));
    this.count(count * bytesOfElement);
  }

  private text(length: number): void {
    if (length < 16) return;
    this.branch.spend(length >>> 4);
    this.count(length);
  }

  private count(bytes: number): void {
    const { memoryBytes } = this.branch.evaluation.limits;
    if ((this.bytes += bytes) > memoryBytes) throw new LimitError("memoryBytes", memoryBytes);
  }
}
