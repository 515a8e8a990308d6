// Generates programs by type. A goal type is met by a local name, a literal, or a template with a
// result of that type, whose holes are filled in the same way. A few programs are spoiled on
// purpose: one hole gets a value of a wrong type, because hosts must agree on errors too. Seed n
// gives the same program on every machine.

import { namesOf, type Form } from "./form.ts";
import { commonTypes, fits, intType, scalarTypes, spoilTypes, vectorOf } from "./goal-types.ts";
import { candidates, type Grammar } from "./grammar.ts";
import { recordFields, scalarLiteral } from "./literals.ts";
import { Random } from "./random.ts";
import type { Hole, Template, TemplateForm } from "./template.ts";
import { threaded } from "./threading.ts";
import { isVariable, namesOfVariable, readType, unify, type Bindings, type Type } from "./type.ts";

/**
 * Returns the program of a seed. Each row of the tables is the outermost form of every
 * `templates.length`-th program.
 */
export function generateProgram(grammar: Grammar, seed: number): Form {
  const random = new Random(seed);
  const template = grammar.templates[seed % grammar.templates.length];
  if (template === undefined) throw new Error("the grammar is empty");
  const generation = new Generation(grammar, random);
  const form = generation.outermost(template);
  return random.chance(0.3) ? threaded(form, random) : form;
}

interface Local {
  readonly name: string;
  readonly type: Type;
}

interface Scope {
  readonly locals: readonly Local[];
  readonly depth: number;
  readonly isInShortFunction: boolean;
}

const deepest = 4;
/** The approximate number of forms in a program before only literals are made. */
const mostForms = 40;
const spoiledPrograms = 0.08;

class Generation {
  private readonly grammar: Grammar;
  private readonly random: Random;
  private forms = 0;
  private names = 0;
  private spoilsLeft: number;

  constructor(grammar: Grammar, random: Random) {
    this.grammar = grammar;
    this.random = random;
    this.spoilsLeft = random.chance(spoiledPrograms) ? 1 : 0;
  }

  outermost(template: Template): Form {
    const bindings: Bindings = new Map();
    const form = this.fill(template, bindings, { locals: [], depth: 0, isInShortFunction: false });
    const { name } = template.gives;
    // The result of a program must be comparable, so a function or transducer is applied.
    if (name === "xf")
      return {
        open: "(",
        items: [
          "into",
          { open: "[", items: [] },
          form,
          this.form(vectorOf(this.resolved(template.gives.of[0], bindings)), topScope),
        ],
      };
    if (name === "fn")
      return {
        open: "(",
        items: [
          form,
          ...template.gives.of
            .slice(0, -1)
            .map((type) => this.form(this.resolved(type, bindings), topScope)),
        ],
      };
    return form;
  }

  private form(goal: Type, scope: Scope, mustBeCall = false): Form {
    this.forms++;
    const isLeaf = scope.depth >= deepest || this.forms > mostForms;
    const locals = scope.locals.filter(({ type }) => fits(type, goal));
    if (!mustBeCall && locals.length > 0 && this.random.chance(isLeaf ? 0.85 : 0.5))
      return this.random.pick(locals).name;
    const mustCall = mustBeCall || goal.name === "fn" || goal.name === "xf";
    if (!mustCall && (isLeaf || this.random.chance(0.2 + scope.depth * 0.1)))
      return this.literal(goal, scope);
    return (
      this.call(goal, scope) ??
      (mustBeCall
        ? { open: "(", items: ["identity", this.literal(goal, scope)] }
        : this.literal(goal, scope))
    );
  }

  private call(goal: Type, scope: Scope): Form | undefined {
    const concrete = this.alternative(goal);
    const isLeaf = scope.depth >= deepest || this.forms > mostForms;
    const isFunction = concrete.name === "fn" || concrete.name === "xf";
    const isGeneric = !isLeaf && this.random.chance(isFunction ? 0.05 : 0.25);
    const fitting = candidates(this.grammar, concrete, isGeneric);
    const template = this.weighted(
      scope.isInShortFunction ? fitting.filter(({ isShortFunction }) => !isShortFunction) : fitting,
    );
    if (template === undefined) return undefined;
    const bindings: Bindings = new Map();
    unify(template.gives, concrete, bindings);
    return this.fill(template, bindings, { ...scope, depth: scope.depth + 1 });
  }

  private weighted(templates: readonly Template[]): Template | undefined {
    let left = this.random.fraction() * templates.reduce((sum, { weight }) => sum + weight, 0);
    return templates.find(({ weight }) => (left -= weight) < 0) ?? templates.at(-1);
  }

  private fill(template: Template, bindings: Bindings, scope: Scope): Form {
    const fresh = new Map<string, string>();
    const inside = {
      ...scope,
      isInShortFunction: scope.isInShortFunction || template.isShortFunction,
    };
    return this.filled(template.form, { bindings, fresh, scope: inside });
  }

  private filled(
    form: TemplateForm,
    use: { bindings: Bindings; fresh: Map<string, string>; scope: Scope },
  ): Form {
    if (typeof form === "string")
      return form.replace(
        /^(@?)(\?.+)$/,
        (_whole, prefix: string, mark: string) => prefix + this.freshName(mark, use.fresh),
      );
    if ("hole" in form) return this.hole(form, use);
    const items = form.items.map((item) => this.filled(item, use));
    const [first] = items;
    // A `#(…)` whose only item is a call takes the items of that call: `#((f %))` becomes `#(f %)`.
    if (form.open !== "#(" || items.length !== 1 || typeof first !== "object")
      return { open: form.open, items };
    // A function that doesn't use its argument must still mention `%`, or it would take no
    // argument.
    return { open: "#(", items: namesOf(first).includes("%") ? first.items : ["do", "%", first] };
  }

  private hole(
    { hole, binds, mustBeCall }: Hole,
    { bindings, fresh, scope }: { bindings: Bindings; fresh: Map<string, string>; scope: Scope },
  ): Form {
    const locals = binds.map(([name, type]) => ({
      name: name.startsWith("?") ? this.freshName(name, fresh) : name,
      type: this.resolved(type, bindings),
    }));
    const visible = scope.locals.filter(({ name }) => !locals.some((local) => local.name === name));
    const inner: Scope = { ...scope, locals: [...visible, ...locals] };
    const goal = this.resolved(hole, bindings);
    return this.form(this.spoils(goal) ? this.scalar() : goal, inner, mustBeCall);
  }

  /**
   * True if this hole is filled with a wrong type, which happens occasionally in a program that is
   * to be spoiled.
   */
  private spoils(goal: Type): boolean {
    if (
      this.spoilsLeft === 0 ||
      goal.name === "fn" ||
      goal.name === "xf" ||
      !this.random.chance(0.3)
    )
      return false;
    this.spoilsLeft--;
    return true;
  }

  private freshName(mark: string, fresh: Map<string, string>): string {
    const known = fresh.get(mark);
    if (known !== undefined) return known;
    const name = `${mark.slice(1)}${String(++this.names)}`;
    fresh.set(mark, name);
    return name;
  }

  /** Returns the type with its variables replaced. Binds an unbound variable to some type. */
  private resolved(type: Type | undefined, bindings: Bindings): Type {
    if (type === undefined) return intType;
    if (!isVariable(type))
      return { name: type.name, of: type.of.map((part) => this.resolved(part, bindings)) };
    const bound = bindings.get(type.name) ?? this.someType(type.name);
    bindings.set(type.name, bound);
    return bound;
  }

  private someType(variable: string): Type {
    const names = namesOfVariable.get(variable);
    return names === undefined
      ? this.random.pick(commonTypes)
      : { name: this.random.pick(names), of: [] };
  }

  private scalar(): Type {
    return this.random.pick(spoilTypes);
  }

  /**
   * Returns the concrete type for `goal`: a vector or a sequence for `coll`, some scalar for
   * `any`.
   */
  private alternative(goal: Type): Type {
    if (goal.name === "coll") return { name: this.random.chance(0.5) ? "vec" : "seq", of: goal.of };
    return goal.name === "any" ? this.random.pick(scalarTypes) : goal;
  }

  private literal(goal: Type, scope: Scope): Form {
    const concrete = this.alternative(goal);
    const scalar = scalarLiteral(concrete.name, this.random);
    if (scalar !== undefined) return scalar;
    const [first = intType, second = intType] = concrete.of;
    switch (concrete.name) {
      case "vec":
        if (first.name === "row" && this.random.chance(0.7)) return "data/orders";
        return { open: "[", items: this.items(first, scope, 5) };
      case "seq":
        return { open: "(", items: ["list", ...this.items(first, scope, 5)] };
      case "set":
        return { open: "#{", items: this.distinctItems(first, scope) };
      case "map":
        return {
          open: "{",
          items: this.distinctItems(first, scope).flatMap((key) => [key, this.leaf(second, scope)]),
        };
      case "rec":
        return { open: "{", items: this.recordItems(scope) };
      // Functions and transducers have no literals, so generate a call that returns one.
      default:
        return this.call(concrete, { ...scope, depth: deepest }) ?? "nil";
    }
  }

  private leaf(type: Type, scope: Scope): Form {
    return this.form(type, { ...scope, depth: deepest });
  }

  private items(type: Type, scope: Scope, most: number): Form[] {
    const size = type.of.length > 0 || type.name === "rec" ? 3 : most;
    return Array.from({ length: this.random.below(size + 1) }, () => this.leaf(type, scope));
  }

  /**
   * Returns different literals. Calls could give the same value twice, which is an error in a set
   * or as map keys.
   */
  private distinctItems(type: Type, scope: Scope): Form[] {
    const found = new Map<string, Form>();
    for (const item of Array.from({ length: this.random.below(5) }, () =>
      this.literal(type, scope),
    ))
      found.set(JSON.stringify(item), item);
    return [...found.values()];
  }

  private recordItems(scope: Scope): Form[] {
    return recordFields.flatMap(([name, type]) =>
      this.random.chance(0.75) ? [`:${name}`, this.leaf(readType(type), scope)] : [],
    );
  }
}

const topScope: Scope = { locals: [], depth: 2, isInShortFunction: false };
