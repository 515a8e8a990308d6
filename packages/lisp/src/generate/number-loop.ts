// Generates loops over numbers: `(loop [i 0 sum 0] (if (< i n) (recur (inc i) (+ sum i)) sum))`.
// Their code contains no call, because with one, even if it never runs, the host keeps every number
// in memory. An iteration that isn't plain arithmetic is dropped before any of its results are
// stored, and closures repeat it. Examples are the last one, a value that isn't a number, a sum
// outside the safe range, and too few remaining steps.
//
//   n   steps left before the iteration    m   … while it runs    w   the site that was noted last

import type { BuiltinCallNode, Node } from "../analysis/core-tree.ts";
import { arithmeticOf, comparisons, filled, operations, rangeTest } from "./operations.ts";
import { numberCode, type CodeWriter } from "./writer.ts";

/** The maximum number of steps in a plain iteration. */
const mostSteps = 256;

/**
 * Writes a function of the frame and the branch that runs as many iterations as it can. The
 * function returns true if not even the first one was plain. Returns false for a loop of another
 * kind.
 */
export function writeNumberLoop(
  writer: CodeWriter,
  body: Node,
  slots: readonly number[],
  read: ReadonlySet<number>,
): boolean {
  return new NumberLoop(writer, slots, read).write(body);
}

class NumberLoop {
  private readonly writer: CodeWriter;
  private readonly slots: readonly number[];
  private readonly outside: Set<number>;
  /** Names of this iteration that contain numbers, by slot. */
  private readonly inside = new Map<number, string>();
  private isPlain = true;
  private hasTurn = false;
  /** Steps that were written but not yet subtracted from `m`. */
  private pending = 0;
  private steps = 0;

  constructor(writer: CodeWriter, slots: readonly number[], read: ReadonlySet<number>) {
    this.writer = writer;
    this.slots = slots;
    this.outside = new Set([...read, ...slots]);
  }

  write(body: Node): boolean {
    const { writer } = this;
    const lines: string[] = [];
    this.turn(body, lines);
    if (!this.isPlain || !this.hasTurn || this.steps > mostSteps) return false;
    const names = [...this.outside].filter((slot) => !this.inside.has(slot));
    writer.line("return function(F,B){");
    for (const slot of names) writer.line(`let s${String(slot)}=F[${String(slot)}];`);
    writer.line(
      `if(${names.map((slot) => `typeof s${String(slot)}!=='number'`).join("||") || "false"})return true;`,
    );
    writer.line("let n=B.ticks,m=n,w=B.site;");
    // An iteration takes at most as many steps as are written for all its paths.
    const least = String(this.steps);
    writer.line(`if(n<${least})return false;`);
    writer.line(`L:for(;;){if(n<${least})break;m=n;`);
    for (const line of lines) writer.line(line);
    writer.line("}");
    writer.line("const odd=n===B.ticks;B.ticks=n;B.site=w;");
    for (const slot of this.slots) writer.line(`F[${String(slot)}]=s${String(slot)};`);
    writer.line("return odd;}");
    return !writer.refused;
  }

  private name(): string {
    return `v${String(this.writer.number())}`;
  }

  private count(steps = 1): void {
    this.pending += steps;
    this.steps += steps;
  }

  private flush(lines: string[]): void {
    if (this.pending > 0) lines.push(`m-=${String(this.pending)};`);
    this.pending = 0;
  }

  /**
   * Writes the rest of an iteration. A node that neither tests nor continues ends the loop, and
   * closures run it.
   */
  private turn(node: Node, lines: string[]): void {
    if (!this.isPlain) return;
    switch (node.type) {
      case "if": {
        const test = this.test(node.test, lines);
        this.flush(lines);
        lines.push(`if(${test}){`);
        this.turn(node.then, lines);
        this.pending = 0;
        lines.push("}else{");
        this.turn(node.otherwise, lines);
        this.pending = 0;
        lines.push("}");
        return;
      }
      case "let":
        for (const { slot, init } of node.bindings) this.bind(slot, init, lines);
        this.turn(node.body, lines);
        return;
      case "recur": {
        const values = node.args.map((arg) => this.number(arg, lines));
        this.count();
        this.flush(lines);
        const names = values.map((value) => {
          const name = this.name();
          lines.push(`const ${name}=${value};`);
          return name;
        });
        for (const [index, slot] of node.slots.entries())
          lines.push(`s${String(slot)}=${names[index] ?? "0"};`);
        lines.push("n=m;continue L;");
        this.hasTurn = true;
        return;
      }
      default:
        lines.push("break L;");
    }
  }

  private bind(slot: number, init: Node, lines: string[]): void {
    const value = this.number(init, lines);
    const name = this.name();
    lines.push(`const ${name}=${value};`);
    this.inside.set(slot, name);
  }

  /**
   * Returns the expression of a number. A value that turns out not to be a number ends the
   * iteration. A node that can't be one makes the loop one of another kind.
   */
  private number(node: Node, lines: string[]): string {
    switch (node.type) {
      case "constant": {
        const text = numberCode(node.value);
        if (text !== undefined) return text;
        break;
      }
      case "local":
        return this.inside.get(node.slot) ?? `s${String(node.slot)}`;
      case "if": {
        const test = this.test(node.test, lines);
        this.flush(lines);
        const name = this.name();
        lines.push(`let ${name}=0;if(${test}){`);
        lines.push(`${name}=${this.number(node.then, lines)};`);
        this.flush(lines);
        lines.push("}else{");
        lines.push(`${name}=${this.number(node.otherwise, lines)};`);
        this.flush(lines);
        lines.push("}");
        return name;
      }
      case "let":
        for (const { slot, init } of node.bindings) this.bind(slot, init, lines);
        return this.number(node.body, lines);
      case "builtin-call":
        return this.computed(node, lines);
      default:
        break;
    }
    this.isPlain = false;
    return "0";
  }

  private computed({ builtin: { name }, args, site }: BuiltinCallNode, lines: string[]): string {
    const values = args.map((arg) => this.number(arg, lines));
    const [a = "0", b = "0"] = values;
    const template = arithmeticOf(name, values.length);
    const result = this.name();
    this.count();
    if (template !== undefined) {
      lines.push(`const ${result}=${filled(template, a, b)};`);
      lines.push(`if(!(${filled(rangeTest, "", "", result)}))break L;`);
      return result;
    }
    const operation = operations.get(`${name} ${String(values.length)}`);
    if (operation?.test === undefined || operation.isTest) {
      this.isPlain = false;
      return "0";
    }
    lines.push(`w=${this.writer.parameter(site)};`);
    lines.push(`if(!(${filled(operation.test, a, b)}))break L;`);
    lines.push(`const ${result}=${filled(operation.value, a, b)};`);
    return result;
  }

  /** Returns the expression of a test of numbers. */
  private test(node: Node, lines: string[]): string {
    if (node.type === "constant") return String(node.value !== null && node.value !== false);
    if (node.type === "and" || node.type === "or") return this.junction(node, lines);
    if (node.type !== "builtin-call") {
      this.isPlain = false;
      return "true";
    }
    const { builtin, args, site } = node;
    const operator = args.length === 2 ? comparisons.get(builtin.name) : undefined;
    const [left, right] = args;
    if (operator !== undefined && left !== undefined && right !== undefined) {
      const [a, b] = [this.number(left, lines), this.number(right, lines)];
      this.count();
      return this.named(`${a}${operator}${b}`, lines);
    }
    if (builtin.name === "not" && args.length === 1 && left !== undefined) {
      const value = this.test(left, lines);
      this.count();
      lines.push(`w=${this.writer.parameter(site)};`);
      return this.named(`!(${value})`, lines);
    }
    const operation = operations.get(`${builtin.name} ${String(args.length)}`);
    if (operation?.isTest !== true || operation.test === undefined || left === undefined) {
      this.isPlain = false;
      return "true";
    }
    const a = this.number(left, lines);
    this.count();
    lines.push(`w=${this.writer.parameter(site)};`);
    lines.push(`if(!(${filled(operation.test, a)}))break L;`);
    return this.named(filled(operation.value, a), lines);
  }

  private named(test: string, lines: string[]): string {
    const name = this.name();
    lines.push(`const ${name}=${test};`);
    return name;
  }

  private junction(
    { type, items }: Extract<Node, { type: "and" | "or" }>,
    lines: string[],
  ): string {
    const [first, ...others] = items;
    if (first === undefined) {
      this.isPlain = false;
      return "true";
    }
    const name = this.name();
    lines.push(`let ${name}=${this.test(first, lines)};`);
    for (const item of others) {
      this.flush(lines);
      lines.push(type === "and" ? `if(${name}){` : `if(!${name}){`);
      lines.push(`${name}=${this.test(item, lines)};`);
    }
    this.flush(lines);
    lines.push("}".repeat(others.length));
    return name;
  }
}
