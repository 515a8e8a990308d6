// Binding patterns: a name, a vector pattern `[a b & rest :as all]`, or a map pattern `{:keys [a b]
// :strs [c] name :key :or {a 1} :as all}`, nested to any depth. A pattern becomes slots and the
// nodes that fill them.

import { SymbolValue } from "@ptc/core/values";
import type { Form } from "@ptc/parser";
import type { Analysis } from "./analysis.ts";
import { mistake } from "./mistakes.ts";
import { plainName } from "./form-tools.ts";
import { lazyRestMap } from "./lazy-form.ts";
import { inner, withName, type Context } from "./scope.ts";
import { bytesOfName } from "./source-meter.ts";
import type { Binding, Node } from "./core-tree.ts";

export interface BoundPattern {
  readonly bindings: readonly Binding[];
  /** The context in which the pattern's names are in scope. */
  readonly context: Context;
}

/** Binds `pattern` to the value of `source`. `operation` is the form that contains the pattern. */
export function bindPattern(
  analysis: Analysis,
  pattern: Form,
  source: Node,
  context: Context,
  operation: string,
): BoundPattern {
  const binder = new Binder(analysis, context, operation);
  binder.bind(pattern, source);
  return { bindings: binder.bindings, context: binder.context };
}

/**
 * Returns the source for the pattern after `&`: the named arguments as a map for a map pattern,
 * and the remaining arguments for any other pattern.
 */
export function restSource(analysis: Analysis, pattern: Form, rest: Node): Node {
  return pattern.type === "map" ? asMap(analysis, rest, rest.awaits) : rest;
}

/** Returns the map made of a sequence of keys and values, which `:as` of a map pattern binds. */
function asMap(analysis: Analysis, source: Node, awaits: boolean): Node {
  const builtin = lazyRestMap(analysis);
  return builtin === undefined
    ? source
    : { type: "builtin-call", builtin, args: [source], site: source.site, awaits };
}

type MapForm = Extract<Form, { type: "map" }>;
type VectorForm = Extract<Form, { type: "vector" }>;

class Binder {
  readonly bindings: Binding[] = [];
  context: Context;
  private readonly analysis: Analysis;
  private readonly operation: string;

  constructor(analysis: Analysis, context: Context, operation: string) {
    this.analysis = analysis;
    this.context = context;
    this.operation = operation;
  }

  bind(pattern: Form, source: Node): void {
    const name = plainName(pattern);
    if (name !== undefined) this.name(name, source);
    else if (pattern.type === "vector") this.vector(pattern, this.once(source));
    else if (pattern.type === "map") this.map(pattern, this.once(source));
    else this.analysis.report(mistake("noPattern", this.operation, pattern));
  }

  private name(name: string, source: Node): void {
    this.analysis.meter.charge(2 * bytesOfName);
    const binding = this.context.scope.bind(name);
    this.bindings.push({ slot: binding.slot, init: source });
    this.context = withName(this.context, binding);
  }

  /** Returns a node that can be read several times. */
  private once(source: Node): Node {
    if (source.type === "local") return source;
    const binding = this.context.scope.bind("(value)");
    this.bindings.push({ slot: binding.slot, init: source });
    return this.context.scope.reference(binding, source.site);
  }

  private vector(pattern: VectorForm, source: Node): void {
    let position = 0;
    const hasRest = pattern.items.some((item) => plainName(item) === "&");
    for (let index = 0; index < pattern.items.length; index++) {
      const item = pattern.items[index];
      if (item === undefined) continue;
      const next = pattern.items[index + 1];
      if (plainName(item) === "&" || (item.type === "keyword" && item.name === "as")) {
        if (next === undefined) {
          this.analysis.report(mistake("namelessPart", this.operation, item, pattern.span));
          return;
        }
        const rest: Node = {
          type: "rest",
          source,
          from: position,
          site: source.site,
          awaits: true,
        };
        this.bind(next, item.type === "keyword" ? source : restSource(this.analysis, next, rest));
        index++;
        continue;
      }
      this.bind(item, {
        type: "element",
        source,
        index: position,
        hasRest,
        site: source.site,
        awaits: true,
      });
      position++;
    }
  }

  private map(pattern: MapForm, source: Node): void {
    const defaults = this.defaultsOf(pattern);
    for (let index = 0; index + 1 < pattern.items.length; index += 2) {
      const [left, right] = pattern.items.slice(index, index + 2);
      if (left === undefined || right === undefined) continue;
      if (left.type !== "keyword")
        this.field(left, this.analysis.analyze(right, inner(this.context)), source, defaults);
      else if (left.name === "as") this.bind(right, asMap(this.analysis, source, true));
      else if (left.name !== "or") this.directive(left, right, source, defaults);
    }
  }

  /**
   * Binds the names of `:keys`, `:strs`, `:syms` or `:ns/keys`, which are also the keys: keywords,
   * strings or symbols.
   */
  private directive(
    directive: Extract<Form, { type: "keyword" }>,
    names: Form,
    source: Node,
    defaults: ReadonlyMap<string, Form>,
  ): void {
    if (
      (directive.name !== "keys" && directive.name !== "strs" && directive.name !== "syms") ||
      names.type !== "vector"
    ) {
      this.analysis.report(mistake("mapPatternPart", this.operation, directive.name, names.span));
      return;
    }
    for (const item of names.items) {
      if (item.type !== "symbol" && item.type !== "keyword") {
        this.analysis.report(mistake("noName", this.operation, item));
        continue;
      }
      const namespace = item.namespace ?? directive.namespace;
      const key = namespace === undefined ? item.name : `${namespace}/${item.name}`;
      const value =
        directive.name === "keys"
          ? this.analysis.keyword(key)
          : directive.name === "strs"
            ? key
            : new SymbolValue(key);
      this.field(
        { type: "symbol", name: item.name, span: item.span },
        this.analysis.constant(value, item.span),
        source,
        defaults,
      );
    }
  }

  private field(pattern: Form, key: Node, source: Node, defaults: ReadonlyMap<string, Form>): void {
    const name = plainName(pattern);
    const fallback = name === undefined ? undefined : defaults.get(name);
    const otherwise =
      fallback === undefined ? undefined : this.analysis.analyze(fallback, inner(this.context));
    this.bind(pattern, {
      type: "pick",
      source,
      key,
      otherwise,
      site: source.site,
      awaits: key.awaits || otherwise?.awaits === true,
    });
  }

  private defaultsOf(pattern: MapForm): ReadonlyMap<string, Form> {
    const position = pattern.items.findIndex(
      (item, index) => index % 2 === 0 && item.type === "keyword" && item.name === "or",
    );
    const defaults = new Map<string, Form>();
    const map = position === -1 ? undefined : pattern.items[position + 1];
    if (map === undefined) return defaults;
    if (map.type !== "map") {
      this.analysis.report(mistake("noDefaults", this.operation, map.span));
      return defaults;
    }
    for (let index = 0; index + 1 < map.items.length; index += 2) {
      const [key, value] = map.items.slice(index, index + 2);
      const name = plainName(key);
      if (name !== undefined && value !== undefined) defaults.set(name, value);
      else if (key !== undefined && value !== undefined)
        this.analysis.report(mistake("wrongDefault", this.operation, key));
    }
    return defaults;
  }
}
