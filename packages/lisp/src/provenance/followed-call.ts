// Calls in a followed run. A function of the program gets labeled arguments. A builtin gets plain
// values, and functions among them that note what the builtin passes to them and what they return.

import type { Json } from "@ptc/core/encoding";
import { Keyword, MapValue, type Value } from "@ptc/core/values";
import { Builtin } from "../builtins/builtin.ts";
import { named } from "../builtins/function-caller.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { after, type Result } from "../evaluation/result.ts";
import { Callable, callMany } from "../functions/callable.ts";
import { Closure, type FunctionCode } from "../functions/closure.ts";
import { DerivedFunction } from "../functions/derived-function.ts";
import { VarReference } from "../functions/var-reference.ts";
import { type CallPlan, planOf, planOfMade } from "./call-plan.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import type { Following } from "./following.ts";
import { GrowingLabel, type Label, type Origins, stepped, type Trail, unlabeled } from "./label.ts";
import { Labeled, labelOf, plain } from "./labeled.ts";
import { labelInside, readField } from "./field-rules.ts";

/** A function of the program in a followed run. Its frame and captures contain labeled values. */
export class FollowedClosure extends Closure {
  private readonly following: Following;

  constructor(code: FunctionCode, captured: readonly Value[], following: Following) {
    super(code, captured);
    this.following = following;
  }

  /** Calls it from followed code. */
  follow(branch: Branch, args: readonly Value[]): Result {
    return super.callMany(branch, args);
  }

  /** The sequence contains plain values, with their labels beside it. */
  protected override rest(branch: Branch, args: readonly Value[], from: number): Value {
    const { following } = this;
    const rest = super.rest(branch, args.map(plain), from);
    const labels = args.slice(from).map((arg) => labelInside(following, arg));
    return following.withItems(rest, labels);
  }

  // Only a builtin that found the function inside of an argument calls it in the ordinary way.
  override call0(branch: Branch): Result {
    return this.callMany(branch, []);
  }
  override call1(branch: Branch, first: Value): Result {
    return this.callMany(branch, [first]);
  }
  override call2(branch: Branch, first: Value, second: Value): Result {
    return this.callMany(branch, [first, second]);
  }
  override call3(branch: Branch, first: Value, second: Value, third: Value): Result {
    return this.callMany(branch, [first, second, third]);
  }
  override callMany(branch: Branch, args: readonly Value[]): Result {
    const { following } = this;
    const origins = following.activeIn(branch);
    const given = args.map((arg) => following.withOrigins(arg, origins, origins, undefined));
    return after(this.follow(branch, given), (value) => following.escape(value));
  }
}

/** The state shared by the functions given to one call of a builtin. */
interface GivenFunctions {
  readonly following: Following;
  /** The label of their results. */
  readonly results: GrowingLabel;
  /** The other arguments, from which the builtin takes what it passes to them. */
  readonly sources: readonly Value[];
  /** True if it may pass on what one of them has returned, or what it gets later. */
  readonly passesResultsOn: boolean;
  /** True if what they return has parts that end up in the result by themselves. */
  readonly passesParts: boolean;
  /** Origins that decided that the builtin is called. */
  readonly decided: Origins;
}

/** A function that is given to a builtin. */
class GivenFunction extends Callable {
  readonly inner: Value;
  private readonly given: GivenFunctions;

  constructor(inner: Value, given: GivenFunctions) {
    super();
    this.inner = inner;
    this.given = given;
  }

  get name(): string | undefined {
    return this.inner instanceof Callable ? this.inner.name : undefined;
  }

  written(encode: (value: Value) => Json): Json | undefined {
    return this.inner instanceof Callable ? this.inner.written(encode) : undefined;
  }

  call0(branch: Branch): Result {
    return this.callMany(branch, []);
  }
  call1(branch: Branch, first: Value): Result {
    return this.callMany(branch, [first]);
  }
  call2(branch: Branch, first: Value, second: Value): Result {
    return this.callMany(branch, [first, second]);
  }
  call3(branch: Branch, first: Value, second: Value, third: Value): Result {
    return this.callMany(branch, [first, second, third]);
  }

  callMany(branch: Branch, args: readonly Value[]): Result {
    const { inner, given } = this;
    const { following, results, decided } = given;
    const { origins, trail } = this.passedOrigins(branch);
    const values = args.map((arg) => following.withOrigins(arg, origins, origins, trail));
    const call = (): Result => followedCall(following, branch, inner, values);
    const called = following.isStrict
      ? following.deciding(branch, decided | origins, call)
      : call();
    return after(called, (value) => {
      const own = given.passesParts ? following.ownOf(value) : labelOf(value).own;
      results.add(own | following.decidedIn(branch), following.deepOf(value), labelOf(value).trail);
      for (const label of following.inside.growing(plain(value))) results.include(label);
      return plain(value);
    });
  }

  /** Returns the origins of what the builtin passes to the function. */
  private passedOrigins(branch: Branch): { origins: Origins; trail: Trail | undefined } {
    const { following, sources, results, passesResultsOn } = this.given;
    let origins: Origins = 0;
    let trail: Trail | undefined;
    for (const source of sources) {
      origins |= following.ownOf(source);
      trail ??= labelOf(source).trail;
    }
    if (passesResultsOn) origins |= results.own;
    if (sources.length === 0) origins |= results.deep | following.activeIn(branch);
    return { origins, trail };
  }
}

function definitionOf(following: Following, branch: Branch, reference: VarReference): Value {
  return following.definition(reference.name, reference.definition(branch));
}

/** Calls any value with labeled arguments. Returns a labeled value. */
export function followedCall(
  following: Following,
  branch: Branch,
  callee: Value,
  args: readonly Value[],
): Result {
  const target = plain(callee);
  const chosen = labelOf(callee).deep;
  const result = calledWith(following, branch, target, args);
  if (chosen === 0) return result;
  return after(result, (value) => also(following, value, chosen, labelOf(callee).trail));
}

/** Returns a labeled value with more origins. */
export function also(following: Following, value: Value, origins: Origins, trail?: Trail): Value {
  if (origins === 0) return value;
  const label = labelOf(value);
  return following.withOrigins(
    plain(value),
    label.own | origins,
    label.deep | origins,
    label.trail ?? trail,
  );
}

function calledWith(
  following: Following,
  branch: Branch,
  target: Value,
  args: readonly Value[],
): Result {
  if (target instanceof FollowedClosure) return target.follow(branch, args);
  if (target instanceof GivenFunction) return followedCall(following, branch, target.inner, args);
  if (target instanceof Closure) {
    const code = following.codeOf(target.code);
    if (code !== undefined)
      return new FollowedClosure(code, target.captured, following).follow(branch, args);
  }
  if (target instanceof VarReference)
    return followedCall(following, branch, definitionOf(following, branch, target), args);
  if (target instanceof Builtin) return followedBuiltin(following, branch, target, args);
  const [first = null, second = null] = args;
  if (target instanceof Keyword && args.length > 0 && args.length <= 2)
    return after(callMany(branch, target, args.map(plain)), (found) =>
      fieldOf(following, first, target, found, second),
    );
  if (target instanceof MapValue && args.length > 0 && args.length <= 2)
    return after(callMany(branch, target, args.map(plain)), (found) =>
      fieldOf(following, target, first, found, second),
    );
  const plan = planOfMade(target instanceof DerivedFunction ? target.maker : "function");
  return withArguments(following, branch, target, plan, args, (given) =>
    callMany(branch, target, given),
  );
}

function fieldOf(
  following: Following,
  container: Value,
  key: Value,
  found: Value,
  otherwise: Value,
): Value {
  return readField(following, [container, key, otherwise], found);
}

/** Calls a builtin with labeled arguments. Returns a labeled value. */
export function followedBuiltin(
  following: Following,
  branch: Branch,
  builtin: Builtin,
  args: readonly Value[],
): Result {
  const [first] = args;
  const { name } = builtin;
  if (name === "identity" && first !== undefined && args.length === 1) return first;
  // The definition is a labeled value, which only followed code may see.
  if (name === "deref" && first !== undefined && plain(first) instanceof VarReference)
    return also(
      following,
      definitionOf(following, branch, plain(first) as VarReference),
      labelOf(first).deep,
    );
  const plan = planOf(builtin);
  return withArguments(following, branch, builtin, plan, args, (given) =>
    named(builtin).callMany(branch, given),
  );
}

/** Calls `callee`, which isn't followed, with plain arguments. Returns a labeled value. */
function withArguments(
  following: Following,
  branch: Branch,
  callee: Value,
  plan: CallPlan,
  args: readonly Value[],
  call: (args: readonly Value[]) => Result,
): Result {
  if (plan.isBare && callee instanceof Builtin && isBare(following, plan, args))
    return after(call(args.map(plain)), (value) => ofBare(following, branch, plan, args, value));
  const functions = plan.takesFunctions
    ? args.filter((arg, index) => isFunction(plan, arg, index))
    : noFunctions;
  const decided = following.decidedIn(branch);
  let results: GrowingLabel | undefined;
  let given: readonly Value[];
  if (functions.length === 0) given = args.map(plain);
  else {
    const others = args.filter((arg) => !functions.includes(arg));
    const shared = givenFunctions(following, plan, others, decided);
    ({ results } = shared);
    given = args.map((arg) =>
      functions.includes(arg) ? new GivenFunction(plain(arg), shared) : plain(arg),
    );
  }
  // Only these can call a function of the program.
  const mayCall =
    functions.length > 0 ||
    !(callee instanceof Builtin) ||
    given.some((arg) => mayCompute(following, arg));
  let made: Result;
  if (mayCall) {
    let origins: Origins = 0;
    for (const arg of args) origins |= following.deepOf(arg);
    made = following.calling(branch, origins, () => call(given));
  } else made = call(given);
  return after(made, (value) => {
    // The functions inside of a derived function have returned by now.
    let returned = callee instanceof Builtin ? 0 : following.inside.deep(callee);
    for (const each of functions) returned |= following.deepOf(each);
    if (returned !== 0) (results ??= new GrowingLabel()).add(returned, returned);
    return resultOf(following, { plan, args, functions, results, decided }, plain(value));
  });
}

const noFunctions: readonly Value[] = [];

function isFunction(plan: CallPlan, arg: Value, index: number): boolean {
  const value = plain(arg);
  return value instanceof Callable || (value instanceof Keyword && index === plan.functionIndex);
}

/** True for a value that contains nothing: a number, a text, a keyword. */
export function isSimple(arg: Value): boolean {
  const value = plain(arg);
  return typeof value !== "object" || value === null || value instanceof Keyword;
}

/** True if reading a value may compute elements of it. */
function mayCompute(following: Following, value: Value): boolean {
  return value instanceof LazySeq || value instanceof Callable || following.inside.grows(value);
}

/** True if no value has labels inside of it, and reading them computes nothing. */
function isBare(following: Following, plan: CallPlan, args: readonly Value[]): boolean {
  if (plan.takesFunctions && isFunction(plan, args[plan.functionIndex] ?? null, plan.functionIndex))
    return false;
  for (const arg of args) {
    if (isSimple(arg)) continue;
    const value = plain(arg);
    if (value instanceof LazySeq || value instanceof Callable) return false;
    if (following.inside.of(value) !== undefined) return false;
  }
  return true;
}

/** Returns the result of a builtin that got bare values, see `isBare`. */
function ofBare(
  following: Following,
  branch: Branch,
  plan: CallPlan,
  args: readonly Value[],
  value: Value,
): Value {
  const { name, rule } = plan;
  let own = following.decidedIn(branch) | following.hasEscaped | unmadeOf(following, plan);
  let deep = own;
  let trail: Trail | undefined;
  for (const arg of args)
    if (arg instanceof Labeled) {
      const { label } = arg;
      own |= rule === undefined ? label.deep : label.own;
      deep |= label.deep;
      trail ??= label.trail;
    }
  return deep === 0 ? value : following.withOrigins(value, own, deep, stepped(trail, name));
}

/** In strict mode: the origins of what could have been changed, printed or realized, but wasn't. */
function unmadeOf(following: Following, { readsState, readsProgress }: CallPlan): Origins {
  if (!following.isStrict) return 0;
  if (readsProgress) return following.seen;
  return readsState ? following.unmade : 0;
}

function givenFunctions(
  following: Following,
  plan: CallPlan,
  sources: readonly Value[],
  decided: Origins,
): GivenFunctions {
  return {
    following,
    results: new GrowingLabel(),
    sources,
    passesResultsOn: plan.passesResultsOn,
    passesParts: plan.rule?.type === "results" && plan.rule.passesParts === true,
    decided,
  };
}

interface CalledBuiltin {
  readonly plan: CallPlan;
  readonly args: readonly Value[];
  readonly functions: readonly Value[];
  /** The label of the results of its functions; undefined without any. */
  readonly results: GrowingLabel | undefined;
  readonly decided: Origins;
}

/** Returns the result of a builtin with its label, and notes what is inside of it. */
function resultOf(following: Following, called: CalledBuiltin, value: Value): Value {
  const { plan, args, functions, results, decided } = called;
  const lost = decided | following.hasEscaped;
  if (plan.field !== undefined && functions.length <= 1) {
    const found = plan.field(following, args, value, functions.length === 0 ? undefined : results);
    return also(following, found, lost);
  }
  const { own, deep } = originsOf(following, called);
  keepGrowing(following, called, value, own);
  if (plan.prints) following.printed |= deep | decided;
  const all =
    own | lost | unmadeOf(following, plan) | (plan.name === "with-out-str" ? following.printed : 0);
  return (all | deep) === 0
    ? value
    : following.withOrigins(value, all, deep, trailOf(following, called));
}

function originsOf(
  following: Following,
  { plan, args, functions, results: returned, decided }: CalledBuiltin,
): { readonly own: Origins; readonly deep: Origins } {
  const { rule } = plan;
  const results: Label = returned ?? unlabeled;
  const unmade = unmadeOf(following, plan);
  let { deep } = results;
  for (const arg of args) if (!functions.includes(arg)) deep |= following.deepOf(arg);
  if (rule === undefined || (functions.length === 0 && rule.type === "results"))
    return { own: deep, deep };
  if (rule.type === "state") {
    const [state = null, ...others] = args;
    const content = following.inside.growingOf(plain(state));
    for (const other of others)
      if (!functions.includes(other))
        content.add(labelOf(other).own, following.deepOf(other), labelOf(other).trail);
    content.add(results.own | decided, results.deep | decided, results.trail);
    for (const other of others)
      for (const label of following.inside.growing(plain(other))) content.include(label);
    if (results instanceof GrowingLabel) content.include(results);
    const own = content.own | labelOf(state).own | unmade;
    return { own, deep: content.deep | deep };
  }
  if (rule.type === "results") {
    const own = following.isStrict
      ? results.own | sourceOrigins(following, args, functions)
      : results.own;
    return { own, deep: results.deep | own };
  }
  let own = unmade | (rule.results === true || following.isStrict ? results.own : 0);
  for (const [index, arg] of args.entries()) {
    if (functions.includes(arg)) continue;
    const isWhole = rule.whole?.(index, args.length) === true;
    own |= isWhole ? labelOf(arg).own : following.ownOf(arg);
  }
  return { own, deep };
}

function sourceOrigins(
  following: Following,
  args: readonly Value[],
  functions: readonly Value[],
): Origins {
  let own: Origins = 0;
  for (const arg of args) if (!functions.includes(arg)) own |= following.ownOf(arg);
  return own;
}

/** Keeps labels beside the result that grow after the call, when its elements are computed. */
function keepGrowing(
  following: Following,
  { plan, args, functions, results }: CalledBuiltin,
  value: Value,
  own: Origins,
): void {
  // A part of an argument has labels by its identity.
  if (typeof value !== "object" || value === null || plan.takesOut) return;
  const growing: GrowingLabel[] = [];
  for (const arg of args)
    if (following.inside.grows(plain(arg))) growing.push(...following.inside.growing(plain(arg)));
  if (growing.length === 0 && results === undefined) return;
  if (args.some((arg) => plain(arg) === value) || following.inside.of(value) !== undefined) return;
  const [only] = growing;
  const flattens = plan.rule === undefined;
  if (
    only !== undefined &&
    growing.length === 1 &&
    functions.length === 0 &&
    !flattens &&
    own === only.own
  ) {
    following.inside.set(value, { fields: undefined, others: only });
    return;
  }
  const label = new GrowingLabel();
  if (results instanceof GrowingLabel) label.include(results);
  const isOfResults = plan.rule?.type === "results" && functions.length > 0 && !following.isStrict;
  if (!isOfResults) for (const each of growing) label.include(each, flattens);
  following.inside.set(value, { fields: undefined, others: label });
}

function trailOf(
  following: Following,
  { plan, args, functions, results }: CalledBuiltin,
): Trail | undefined {
  for (const arg of args) {
    if (functions.includes(arg)) continue;
    const trail = labelOf(arg).trail ?? following.inside.of(plain(arg))?.others.trail;
    if (trail !== undefined) return stepped(trail, plan.name);
  }
  return stepped(results?.trail, plan.name);
}
