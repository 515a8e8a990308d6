// Runs a program without values: it visits each node as often as the program could, and counts the
// calls that each site of a tool makes. A function is visited at each of its known calls. If it
// reaches a place that isn't followed here, it escapes, and its sites have no bound.
//
//   (defn page [n] (tool/fetch {:page n}))     followed: `page` is called below
//   (run! page [1 2 3])                        three calls of tool/fetch, all certain
//   (swap! hooks conj page)                    escapes: no bound
//
// Every value that a node computes is either passed on, called, or escapes. Each visit is a step,
// and the steps are limited in proportion to the nodes of the program. After that, no site has a
// bound.

import { Keyword, type MapValue, type Value } from "@ptc/core/values";
import type { FunctionNode, Node, ToolNode } from "../analysis/core-tree.ts";
import { Builtin } from "../builtins/builtin.ts";
import { VarReference } from "../functions/var-reference.ts";
import type { ArgumentShapes } from "./effect-analysis.ts";
import {
  anything,
  constantOf,
  elementOf,
  fieldOf,
  isSame,
  type Count,
  type Foreseen,
  type ForeseenFunction,
} from "./foreseen-value.ts";
import type { Scope, Surroundings, VisitingRun } from "./followed-run.ts";
import { visitFor, visitLocalFunctions, visitLoop, visitTry } from "./foreseen-forms.ts";
import { knownCalls } from "./known-calls.ts";
import { resultOf } from "./known-types.ts";
import { walkNodes } from "./walk-nodes.ts";
import { entriesOf, fieldShapes, joinedShapes } from "./value-shapes.ts";

/** The calls that a site makes. */
export interface SiteCalls {
  least: number;
  most: number;
  isInLoop: boolean;
  isParallel: boolean;
  /** The shapes of the arguments that fit all calls. */
  shapes: ArgumentShapes | undefined;
}

export interface RunFacts {
  /** The number of nodes of the program. */
  readonly nodes: number;
  readonly context: MapValue<Value> | undefined;
  /** The names that the program defines exactly once, in a form of its own. */
  readonly definedOnce: ReadonlySet<string>;
  /** Names that functions outside of the program may call. */
  readonly escaping: ReadonlySet<string>;
  /** True if a function or loop of the program may `return`. */
  readonly returnsInside: boolean;
  /** True if code outside of the program may `return`. */
  readonly mayReturn: boolean;
}

/** Visits of each node, on average. */
const visitsOfNode = 16;
/** The nesting of calls and of nodes that is followed. */
const deepestCall = 60;
const deepestNode = 1_500;

export class ForeseenRun implements VisitingRun {
  readonly calls = new Map<ToolNode, SiteCalls>();
  readonly escaped = new Set<FunctionNode>();
  /** The value of each `return` and `fail`, by its node. */
  readonly results = new Map<Node, Foreseen>();
  steps = 0;
  isExhausted = false;
  private readonly facts: RunFacts;
  private readonly mostSteps: number;
  private readonly globals = new Map<string, Foreseen>();
  private readonly escapedNames: Set<string>;
  private readonly open = new Set<FunctionNode>();
  private mayHaveReturned: boolean;
  private depth = 0;

  constructor(facts: RunFacts) {
    this.facts = facts;
    this.mostSteps = 1_000 + visitsOfNode * facts.nodes;
    this.escapedNames = new Set(facts.escaping);
    this.mayHaveReturned = facts.mayReturn;
  }

  /** Visits a program, and returns its last value. */
  program(body: readonly Node[]): Foreseen {
    const scope: Scope = { slots: new Map(), self: undefined };
    const around = { least: 1, most: 1, isInLoop: false, isParallel: false };
    let last: Foreseen = constantOf(null);
    for (const node of body) last = this.visit(node, scope, around);
    return last;
  }

  visit(node: Node, scope: Scope, around: Surroundings): Foreseen {
    if (this.isExhausted) return anything;
    if (++this.steps > this.mostSteps || this.depth > deepestNode) {
      this.isExhausted = true;
      return anything;
    }
    this.depth++;
    const value = this.value(node, scope, around);
    this.depth--;
    return value;
  }

  /** Notes that the value goes to a place that isn't followed. */
  escape(...values: readonly Foreseen[]): void {
    const open: Foreseen[] = [...values];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (value.kind === "any" || value.kind === "sized" || value.kind === "constant") continue;
      this.steps++;
      if (value.kind === "items") open.push(...value.items);
      else if (value.kind === "fields") for (const entry of value.entries) open.push(...entry);
      else if (value.kind === "var") this.escapeName(value.name, open);
      else {
        open.push(...value.captured);
        for (const member of [value.node, ...value.group]) this.escapeFunction(member, open);
      }
      if (this.steps > this.mostSteps) {
        this.isExhausted = true;
        return;
      }
    }
  }

  private escapeName(name: string, open: Foreseen[]): void {
    if (this.escapedNames.has(name)) return;
    this.escapedNames.add(name);
    const value = this.globals.get(name);
    if (value !== undefined) open.push(value);
  }

  private escapeFunction(node: FunctionNode, open: Foreseen[]): void {
    if (this.escaped.has(node)) return;
    walkNodes([node], (inside) => {
      this.steps++;
      if (inside.type === "function") {
        if (inside !== node && this.escaped.has(inside)) return false;
        this.escaped.add(inside);
      } else if (inside.type === "signal") this.mayHaveReturned = true;
      else if (inside.type === "global") this.escapeName(inside.name, open);
      else if (inside.type === "constant" && inside.value instanceof VarReference)
        this.escapeName(inside.value.name, open);
      return true;
    });
  }

  /**
   * Returns the surroundings of a body that is evaluated several times. If it may `return`, later
   * turns, and other branches, may not take place.
   */
  repeated(around: Surroundings, { least, most }: Count, isParallel = false): Surroundings {
    const certain = this.facts.returnsInside ? (isParallel ? 0 : Math.min(1, least)) : least;
    return {
      least: around.least * certain,
      // No turn at all makes no call, however often the code around it runs.
      most: most === 0 || around.most === 0 ? 0 : around.most * most,
      isInLoop: around.isInLoop || (most > 1 && !isParallel),
      isParallel: around.isParallel || isParallel,
    };
  }

  private value(node: Node, scope: Scope, around: Surroundings): Foreseen {
    const visit = (part: Node): Foreseen => this.visit(part, scope, around);
    switch (node.type) {
      case "constant":
        return node.value instanceof VarReference
          ? { kind: "var", name: node.value.name }
          : constantOf(node.value);
      case "local":
        return scope.slots.get(node.slot) ?? anything;
      case "captured":
        return scope.self?.captured[node.index] ?? anything;
      case "self":
        return scope.self ?? anything;
      case "sibling":
        return siblingOf(scope, node.index);
      case "global":
        return this.global(node.name);
      case "data":
        return this.data(node.name);
      case "history":
        return anything;
      case "if":
        visit(node.test);
        return this.joined(
          this.perhaps(node.then, scope, around),
          this.perhaps(node.otherwise, scope, around),
        );
      case "do":
        return node.body.map(visit).at(-1) ?? constantOf(null);
      case "and":
      case "or":
        return node.items
          .map((item, index) => (index === 0 ? visit(item) : this.perhaps(item, scope, around)))
          .reduce((left, right) => this.joined(left, right), anything);
      case "let":
        for (const { slot, init } of node.bindings) scope.slots.set(slot, visit(init));
        return visit(node.body);
      case "loop":
        return visitLoop(this, node, scope, around);
      case "recur":
        this.escape(...node.args.map(visit));
        return anything;
      case "def":
        return this.define(node.name, node.init === undefined ? undefined : visit(node.init));
      case "vector":
      case "set":
        return { kind: "items", type: node.type, items: node.items.map(visit) };
      case "map":
        return { kind: "fields", entries: entriesOf(node.items.map(visit)) };
      case "function": {
        const captured = node.captures.map(({ from }) => visit(from));
        return { kind: "function", node, captured, group: [] };
      }
      case "call": {
        const callee = visit(node.callee);
        return this.call(callee, node.args.map(visit), around);
      }
      case "builtin-call":
        return this.callBuiltin(node.builtin, node.args.map(visit), around);
      case "field":
        return this.read(
          visit(node.target),
          constantOf(node.key),
          node.otherwise === undefined ? undefined : visit(node.otherwise),
        );
      case "tool":
        this.noteCall(node, visit(node.args), around);
        return anything;
      case "case":
        visit(node.subject);
        return [...node.bodies, ...(node.otherwise === undefined ? [] : [node.otherwise])]
          .map((body) => this.perhaps(body, scope, around))
          .reduce((left, right) => this.joined(left, right), anything);
      case "for":
        return visitFor(this, node, scope, around);
      case "element":
        return this.part(visit(node.source), (source) => elementOf(source, node.index));
      case "rest":
        return this.part(visit(node.source), (source) =>
          source.kind === "items" && source.type === "vector"
            ? { ...source, items: source.items.slice(node.from) }
            : undefined,
        );
      case "pick":
        return this.pick(node, scope, around);
      case "signal": {
        const value = visit(node.value);
        this.results.set(node, value);
        this.mayHaveReturned = true;
        return anything;
      }
      case "throw":
        this.escape(visit(node.value));
        return anything;
      case "try":
        return visitTry(this, node, scope, around);
      case "letfn":
        return visitLocalFunctions(this, node, scope, around);
      case "task":
        visit(node.id);
        // The journal may have the result already.
        this.escape(this.perhaps(node.body, scope, around));
        return anything;
    }
  }

  /** Visits a node that may not be evaluated. */
  perhaps(node: Node, scope: Scope, around: Surroundings): Foreseen {
    return this.visit(node, scope, around.least === 0 ? around : { ...around, least: 0 });
  }

  private joined(left: Foreseen, right: Foreseen): Foreseen {
    if (isSame(left, right)) return left;
    this.escape(left, right);
    return anything;
  }

  /** Returns the part of a value, or lets the value escape if the part isn't known. */
  private part(source: Foreseen, find: (source: Foreseen) => Foreseen | undefined): Foreseen {
    const found = find(source);
    if (found === undefined) this.escape(source);
    return found ?? anything;
  }

  private read(target: Foreseen, key: Foreseen, otherwise: Foreseen | undefined): Foreseen {
    if (otherwise !== undefined) this.escape(otherwise);
    this.escape(key);
    return this.part(target, (source) => fieldOf(source, key));
  }

  private pick(
    { source, key, otherwise }: Extract<Node, { type: "pick" }>,
    scope: Scope,
    around: Surroundings,
  ): Foreseen {
    const target = this.visit(source, scope, around);
    const name = this.visit(key, scope, around);
    // A default is evaluated only if the field is absent.
    const absent = otherwise === undefined ? undefined : this.perhaps(otherwise, scope, around);
    return this.read(target, name, absent);
  }

  private global(name: string): Foreseen {
    const value = this.globals.get(name);
    if (value !== undefined) return value;
    // A lazy sequence or a function may read the name once it is defined.
    this.escapeName(name, []);
    return anything;
  }

  private define(name: string, value: Foreseen | undefined): Foreseen {
    if (value !== undefined) {
      if (this.facts.definedOnce.has(name)) this.globals.set(name, value);
      else this.escape(value);
      if (this.escapedNames.has(name)) this.escape(value);
    }
    return { kind: "var", name };
  }

  private data(name: string | undefined): Foreseen {
    const { context } = this.facts;
    if (context === undefined) return anything;
    return name === undefined
      ? constantOf(context, true)
      : (fieldOf(constantOf(context, true), constantOf(new Keyword(name))) ?? anything);
  }

  private noteCall(node: ToolNode, args: Foreseen, around: Surroundings): void {
    const fields = fieldShapes(args);
    const least = this.mayHaveReturned ? 0 : around.least;
    const known = this.calls.get(node);
    this.calls.set(node, {
      least: (known?.least ?? 0) + least,
      most: (known?.most ?? 0) + around.most,
      isInLoop: around.isInLoop || known?.isInLoop === true,
      isParallel: around.isParallel || known?.isParallel === true,
      shapes: known === undefined ? fields : joinedShapes(known.shapes, fields),
    });
    this.escape(args);
  }

  /** Calls a value. */
  call(callee: Foreseen, args: readonly Foreseen[], around: Surroundings): Foreseen {
    if (callee.kind === "function") return this.callFunction(callee, args, around);
    if (callee.kind === "constant") {
      if (callee.value instanceof Builtin) return this.callBuiltin(callee.value, args, around);
      const [target, otherwise] = args;
      if (callee.value instanceof Keyword && target !== undefined)
        return this.read(target, callee, otherwise);
    }
    this.escape(callee, ...args);
    return anything;
  }

  private callBuiltin(builtin: Builtin, args: readonly Foreseen[], around: Surroundings): Foreseen {
    const known = knownCalls.get(builtin.name)?.(this, args, around);
    if (known !== undefined) return known;
    this.escape(...args);
    return resultOf(builtin.name);
  }

  private callFunction(
    callee: ForeseenFunction,
    args: readonly Foreseen[],
    around: Surroundings,
  ): Foreseen {
    const { node } = callee;
    const arity =
      node.arities.find(({ fixed, rest }) => !rest && fixed === args.length) ??
      node.arities.find(({ fixed, rest }) => rest && args.length >= fixed);
    if (arity === undefined || this.open.has(node) || this.open.size >= deepestCall) {
      this.escape(callee, ...args);
      return anything;
    }
    const slots = new Map<number, Foreseen>();
    if (arity.recurs) this.escape(...args);
    for (let index = 0; index < arity.fixed; index++)
      slots.set(index + 1, arity.recurs ? anything : (args[index] ?? anything));
    if (arity.rest)
      slots.set(
        arity.fixed + 1,
        arity.recurs ? anything : { kind: "items", type: "vector", items: args.slice(arity.fixed) },
      );
    this.open.add(node);
    const inside = arity.recurs ? this.repeated(around, { least: 1, most: Infinity }) : around;
    const value = this.visit(arity.body, { slots, self: callee }, inside);
    this.open.delete(node);
    return value;
  }
}

function siblingOf({ self }: Scope, index: number): Foreseen {
  const node = self?.group[index];
  return self === undefined || node === undefined ? anything : { ...self, node };
}
