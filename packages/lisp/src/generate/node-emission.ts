// Writes the code of a node. Each node becomes statements that do the same as its closure, in the
// same order, with the same steps, charges and error sites. A node without such statements remains
// a closure, which is called with an array of the slots.
//
//   B         the branch               s0 s1 …   slots, s0 the function that runs
//   p0 p1 …   parameters               t0 t1 …   temporary values

import type { Node } from "../analysis/core-tree.ts";
import type { Compilation } from "../compile/compilation.ts";
import type { Site } from "../evaluation/site.ts";
import { writeBuiltinCall } from "./builtin-calls.ts";
import { conditionOf } from "./conditions.ts";
import type { Emission, FunctionEntry, Target } from "./emission.ts";
import { recurIn } from "./node-parts.ts";
import { writeCall } from "./program-calls.ts";
import type { Runtime } from "./runtime.ts";
import type { Space } from "./spaces.ts";
import { numberCode, type CodeWriter } from "./writer.ts";

/** The loop that a `recur` continues. */
interface Loop {
  readonly label: string;
  readonly space: Space;
  /** Writes the code between two iterations. */
  readonly between: () => void;
}

export class NodeEmission implements Emission {
  readonly runtime: Runtime;
  readonly writer: CodeWriter;
  readonly compilation: Compilation;
  readonly entry: FunctionEntry | undefined;
  space: Space;
  private loop: Loop | undefined;

  constructor(
    runtime: Runtime,
    writer: CodeWriter,
    compilation: Compilation,
    space: Space,
    entry: FunctionEntry | undefined,
  ) {
    this.runtime = runtime;
    this.writer = writer;
    this.compilation = compilation;
    this.space = space;
    this.entry = entry;
  }

  parameter(value: unknown): string {
    return this.writer.parameter(value);
  }

  line(text: string): void {
    this.writer.line(text);
  }

  countAt(site: Site): void {
    this.line(`if(--B.ticks<0)B.refillAt(${this.parameter(site)});`);
  }

  stepAt(site: Site): void {
    this.line(`B.site=${this.parameter(site)};`);
    this.countStep();
  }

  countStep(): void {
    this.line("if(--B.ticks<0)B.refill();");
  }

  put(text: string, target: Target): void {
    this.line(target === "return" ? `return ${text};` : `${target.name}=${text};`);
  }

  operand(node: Node): string {
    const simple = this.simple(node);
    if (simple !== undefined) return simple;
    const name = this.writer.temporary();
    this.write(node, { name });
    return name;
  }

  /** Returns the expression of a value that needs no computation. */
  private simple(node: Node): string | undefined {
    switch (node.type) {
      case "constant":
        return this.constant(node.value);
      case "local":
        return this.space.slot(node.slot);
      case "self":
        return this.space.self;
      case "captured":
        return this.space.captured(node.index);
      default:
        return undefined;
    }
  }

  private constant(value: unknown): string {
    if (value === null || typeof value === "boolean") return String(value);
    return numberCode(value) ?? this.parameter(value);
  }

  write(node: Node, target: Target): void {
    const { writer } = this;
    if (writer.refused) return;
    const mark = writer.mark;
    this.writeNode(node, target);
    writer.release(mark);
  }

  private writeNode(node: Node, target: Target): void {
    switch (node.type) {
      case "constant":
      case "local":
      case "self":
      case "captured":
        this.put(this.operand(node), target);
        return;
      case "global":
        this.put(this.global(node), target);
        return;
      case "data":
      case "history":
        this.put(`${this.parameter(this.compilation.synchronous(node))}(null,B)`, target);
        return;
      case "if":
        this.line(`if(${conditionOf(this, node.test)}){`);
        this.write(node.then, target);
        this.line("}else{");
        this.write(node.otherwise, target);
        this.line("}");
        return;
      case "do":
        this.writeDo(node.body, target);
        return;
      case "and":
      case "or":
        this.writeJunction(node.type, node.items, target);
        return;
      case "let":
        for (const { slot, init } of node.bindings)
          this.write(init, { name: this.space.slot(slot) });
        this.write(node.body, target);
        return;
      case "loop":
        for (const { slot, init } of node.bindings)
          this.write(init, { name: this.space.slot(slot) });
        this.writeLoop(node.body, target, () => undefined);
        return;
      case "recur":
        this.writeRecur(node.slots, node.args);
        return;
      case "case":
        this.writeCase(node, target);
        return;
      case "vector":
      case "set":
      case "map": {
        const { values, build } = this.runtime.kit.collectionParts(node);
        const items = values.map((value) => this.operand(value));
        this.put(`${this.parameter(build)}([${items.join(",")}],B)`, target);
        return;
      }
      case "function": {
        this.put(this.closure(node), target);
        return;
      }
      case "field": {
        const from = this.operand(node.target);
        const otherwise = node.otherwise === undefined ? "null" : this.operand(node.otherwise);
        const key = this.parameter(node.key);
        this.put(
          `${this.parameter(this.runtime.kit.fieldOf)}(${from},${key},${otherwise},B)`,
          target,
        );
        return;
      }
      case "pick":
        this.writePick(node, target);
        return;
      case "element": {
        const { source, index, hasRest, site } = node;
        this.put(
          `${this.parameter(this.runtime.kit.elementAt)}(${this.operand(source)},${String(index)},${String(hasRest)},${this.parameter(site)},B)`,
          target,
        );
        return;
      }
      case "rest":
        this.put(
          `${this.parameter(this.runtime.kit.restFrom)}(${this.operand(node.source)},${String(node.from)},${this.parameter(node.site)},B)`,
          target,
        );
        return;
      case "call":
        writeCall(this, node, target);
        return;
      case "builtin-call":
        writeBuiltinCall(this, node, target);
        return;
      default:
        this.writeClosure(node, target);
    }
  }

  global({ name, site }: Extract<Node, { type: "global" }>): string {
    return `${this.parameter(new this.runtime.kit.GlobalReader(name, site))}.read(B)`;
  }

  closure(node: Extract<Node, { type: "function" }>): string {
    const code = this.parameter(this.runtime.kit.functionCode(node, this.compilation));
    const captured = node.captures.map(({ from }) => this.operand(from));
    return `${this.parameter(this.runtime.closureWith)}(B,${code},[${captured.join(",")}])`;
  }

  /** Calls the closure to which `node` is compiled. */
  private writeClosure(node: Node, target: Target): void {
    if (recurIn(node) !== undefined) {
      this.writer.refuse();
      return;
    }
    const code = this.parameter(this.compilation.synchronous(node));
    this.put(`${code}(${this.space.frame()},B)`, target);
  }

  private writeDo(body: readonly Node[], target: Target): void {
    const last = body.at(-1);
    if (last === undefined) {
      this.put("null", target);
      return;
    }
    const name = this.writer.temporary();
    for (const item of body.slice(0, -1)) this.write(item, { name });
    this.write(last, target);
  }

  private writeJunction(type: "and" | "or", items: readonly Node[], target: Target): void {
    const last = items.at(-1);
    if (last === undefined) {
      this.put("null", target);
      return;
    }
    const name = this.writer.temporary();
    for (const item of items.slice(0, -1)) {
      this.write(item, { name });
      const isFalse = `${name}===null||${name}===false`;
      this.line(type === "and" ? `if(${isFalse}){` : `if(!(${isFalse})){`);
      this.put(name, target);
      this.line("}else{");
    }
    this.write(last, target);
    this.line("}".repeat(items.length - 1));
  }

  /** Writes a loop whose slots are filled. `between` writes the code between two iterations. */
  writeLoop(body: Node, target: Target, between: () => void): void {
    const outer = this.loop;
    const label = `L${String(this.writer.number())}`;
    this.loop = { label, space: this.space, between };
    this.line(`${label}:for(;;){`);
    this.write(body, target);
    if (target !== "return") this.line(`break ${label};`);
    this.line("}");
    this.loop = outer;
  }

  /** All new values are computed before the first slot changes. */
  private writeRecur(slots: readonly number[], args: readonly Node[]): void {
    const { loop, writer } = this;
    // The analyzer allows `recur` only where it continues a loop or a function.
    if (loop?.space !== this.space) {
      writer.refuse();
      return;
    }
    const names = slots.map((slot) => this.space.slot(slot));
    const changes: string[] = [];
    for (const [index, arg] of args.entries()) {
      const name = names[index];
      const text = this.operand(arg);
      if (name === undefined || text === name) continue;
      if (!names.includes(text)) {
        changes.push(`${name}=${text};`);
        continue;
      }
      const copy = writer.temporary();
      this.line(`${copy}=${text};`);
      changes.push(`${name}=${copy};`);
    }
    for (const change of changes) this.line(change);
    this.countStep();
    loop.between();
    this.line(`continue ${loop.label};`);
  }

  private writeCase(node: Extract<Node, { type: "case" }>, target: Target): void {
    const subject = this.operand(node.subject);
    this.line(`switch(${this.parameter(node.bodyIndexes)}.find(${subject},B)){`);
    for (const [index, body] of node.bodies.entries()) {
      this.line(`case ${String(index)}:{`);
      this.write(body, target);
      this.line("break;}");
    }
    this.line("default:{");
    if (node.otherwise === undefined)
      this.line(
        `throw ${this.parameter(this.runtime.kit.loadedCompilers(this.compilation).noClause)}(${this.parameter(node)},${subject},B);`,
      );
    else this.write(node.otherwise, target);
    this.line("}}");
  }

  private writePick(node: Extract<Node, { type: "pick" }>, target: Target): void {
    const { source, key, otherwise } = node;
    if (key.type !== "constant") {
      this.writeClosure(node, target);
      return;
    }
    const found = `${this.parameter(this.runtime.kit.fieldAt)}(${this.operand(source)},${this.constant(key.value)},B)`;
    const name = this.writer.temporary();
    this.line(`${name}=${found};`);
    this.line(`if(${name}!==undefined){`);
    this.put(name, target);
    this.line("}else{");
    if (otherwise === undefined) this.put("null", target);
    else {
      if (otherwise.type !== "constant") this.countAt(otherwise.site);
      this.write(otherwise, target);
    }
    this.line("}");
  }
}
