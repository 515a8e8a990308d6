// The catalog of mistakes with forms: calls, functions, bindings, loops and definitions, including
// lazily loaded forms. Loads lazily, see mistakes.ts. Mistakes with names are in unknown-names.ts.

import type { Form, Span } from "@ptc/parser";
import type { Builtin } from "../builtins/builtin.ts";
import type { Advice } from "./advice.ts";
import {
  dataCalled,
  invalidBinding,
  invalidForm,
  misplacedRecur,
  unsupported,
  wrongArity,
  type AnalysisError,
} from "./analysis-error.ts";
import { describeForm } from "./described-form.ts";
import { plainName, type ListForm } from "./form-tools.ts";
import type { RecurTarget } from "./scope.ts";

export const formMistakes = {
  deepProgram(span: Span, most: number): AnalysisError {
    const problem = `nests more than ${String(most)} forms`;
    return invalidForm("the program", problem, span, "split it with let or def");
  },

  manyNames(span: Span, most: number): AnalysisError {
    return invalidForm(
      "the program",
      `has more than ${String(most)} local names in scope`,
      span,
      "split it with defn, or keep the values in a map",
    );
  },

  repeatedKey(collection: string, key: string, span: Span): AnalysisError {
    return invalidForm(
      collection,
      `${key} appears twice`,
      span,
      "write each map key and each set member once",
    );
  },

  quotedCode({ type, span }: Form): AnalysisError {
    return unsupported(`code as data ('${type})`, span, "write a function with fn");
  },

  // Calls.

  noFunction(head: Form, span: Span): AnalysisError {
    return invalidForm(
      "a call",
      `${describeForm(head)} cannot be called`,
      span,
      "a list in parentheses is a call: write data as [1 2 3]",
    );
  },

  /**
   * The mistake of calling data without arguments, as in `({:id 1})`. The data itself was meant.
   */
  calledData(head: Form, span: Span): AnalysisError {
    return dataCalled(
      describeForm(head),
      span,
      `parentheses call: write the ${head.type} without them`,
    );
  },

  builtinArity(operation: string, { arity, row }: Builtin, got: number, span: Span): AnalysisError {
    return wrongArity(operation, arity, got, span, row.forms);
  },

  formArity(
    { advice }: { readonly advice: Advice | undefined },
    name: string,
    { least, most }: { readonly least: number; readonly most: number },
    got: number,
    span: Span,
  ): AnalysisError {
    const accepts =
      least === most
        ? argumentsOf(least)
        : most === Infinity
          ? `at least ${argumentsOf(least)}`
          : `${String(least)} to ${argumentsOf(most)}`;
    return wrongArity(name, accepts, got, span, advice?.specialForms.get(name)?.forms);
  },

  keywordArity(text: string, got: number, span: Span): AnalysisError {
    return wrongArity(`${text} called as a function`, "1 or 2 arguments", got, span, [
      `(${text} map)`,
      `(${text} map default)`,
    ]);
  },

  toolArguments(operation: string, span: Span): AnalysisError {
    return invalidForm(
      operation,
      "needs named arguments",
      span,
      `write (${operation} {:name value}) or (${operation} :name value)`,
    );
  },

  // Functions.

  noParameters(operation: "fn" | "defn", span: Span): AnalysisError {
    const problem = "expected a vector of parameters";
    return invalidBinding(operation, problem, span, "write (fn [x y] body)");
  },

  restParameter(span: Span): AnalysisError {
    const problem = "& takes exactly one name, and comes last";
    return invalidBinding("fn", problem, span, "write [x & more]");
  },

  sameArity(span: Span): AnalysisError {
    return invalidForm("fn", "two arities take the same number of arguments", span);
  },

  severalRests(span: Span): AnalysisError {
    return invalidForm("fn", "only one arity can take & more", span);
  },

  nestedLiteral(span: Span): AnalysisError {
    const problem = "function literals cannot be nested";
    return invalidForm("#()", problem, span, "write the inner one as (fn [x] …)");
  },

  /** The mistake of a `#(…)` that contains only data, which it would call. */
  literalOfData(data: Form, span: Span): AnalysisError {
    return dataCalled(
      `${describeForm(data)} in #(…)`,
      span,
      `#(…) is a call: write ${insteadOfCalling(data)}`,
    );
  },

  // Bindings.

  noBindings(operation: string, span: Span): AnalysisError {
    return invalidBinding(
      operation,
      "expected a vector of names and values",
      span,
      `write (${operation} [x 1 y 2] body)`,
    );
  },

  lastWithoutValue(operation: string, span: Span): AnalysisError {
    const problem = "names and values come in pairs; the last name has no value";
    return invalidBinding(operation, problem, span);
  },

  noPattern(operation: string, form: Form): AnalysisError {
    return invalidBinding(
      operation,
      `${describeForm(form)} cannot be bound`,
      form.span,
      "write a name, [a b] or {:keys [a b]} on the left",
    );
  },

  /** `marker` is `&` or `:as`. */
  namelessPart(operation: string, marker: Form, span: Span): AnalysisError {
    const problem = `${marker.type === "keyword" ? ":as" : "&"} needs a name`;
    return invalidBinding(operation, problem, span);
  },

  mapPatternPart(operation: string, name: string, span: Span): AnalysisError {
    return invalidBinding(
      operation,
      `:${name} isn't part of a map pattern`,
      span,
      "write {:keys [a b]}, {:strs [a]}, {:syms [a]}, {name :key} with :or {…} and :as all",
    );
  },

  noName(operation: string, form: Form): AnalysisError {
    return invalidBinding(operation, `${describeForm(form)} is not a name`, form.span);
  },

  noDefaults(operation: string, span: Span): AnalysisError {
    const problem = ":or needs a map of names to values";
    return invalidBinding(operation, problem, span, "write :or {name value}");
  },

  /** A default is looked up by the bound name. A default under a key would never be used. */
  wrongDefault(operation: string, key: Form): AnalysisError {
    return invalidBinding(
      operation,
      `:or has ${describeForm(key)} instead of a name`,
      key.span,
      key.type === "keyword"
        ? `write the name without its colon: :or {${key.name} value}`
        : "write the bound name: :or {name value}",
    );
  },

  // Loops.

  recurOutside(span: Span): AnalysisError {
    const problem = "there is no loop or function around it";
    return misplacedRecur(problem, span, "write (loop [x start] … (recur next))");
  },

  recurAcross(barrier: string, span: Span): AnalysisError {
    return misplacedRecur(
      `it cannot leave a ${barrier}`,
      span,
      `return a value from the ${barrier}, and recur after it: (let [x (${barrier} …)] (if … (recur …) …))`,
    );
  },

  recurNotLast(span: Span): AnalysisError {
    return misplacedRecur(
      "it must be the last form of its loop or function",
      span,
      "its value cannot be used: move the computation into the arguments of recur, or call the function by name",
    );
  },

  recurArity({ kind, slots }: RecurTarget, got: number, span: Span): AnalysisError {
    const names = kind === "loop" ? "bindings of its loop" : "parameters of its function";
    return wrongArity("recur", `${argumentsOf(slots.length)} to match the ${names}`, got, span);
  },

  noIteration(operation: string, vector: Form | undefined, span: Span): AnalysisError {
    return invalidBinding(
      operation,
      "expected a vector of names and collections",
      span,
      vector?.type === "vector"
        ? `write (${operation} [x coll :when test] body), for numbers (${operation} [i (range 0 10)] body)`
        : `write (${operation} [x coll :when test] body)`,
    );
  },

  noModifier(
    operation: string,
    { name, span }: Extract<Form, { type: "keyword" }>,
    form: Form,
  ): AnalysisError {
    return invalidBinding(
      operation,
      `:${name} with ${describeForm(form)} is not a modifier`,
      span,
      "the modifiers are :when test, :while test and :let [name value]",
    );
  },

  // Choices and definitions.

  repeatedConstant(span: Span): AnalysisError {
    return invalidForm("case", "a constant appears twice", span);
  },

  lastWithoutTest(span: Span): AnalysisError {
    const problem = "tests and values come in pairs";
    return invalidForm("cond", problem, span, "end with :else and a value");
  },

  severalValues({ span, items: [, target, params] }: ListForm): AnalysisError {
    const name = plainName(target) ?? "name";
    const hint =
      params?.type === "vector" || params?.type === "list"
        ? `write (defn ${name} [x] body) for a function, or (def ${name} value)`
        : `write (def ${name} value)`;
    return { ...invalidForm("def", "takes a name and one value", span, hint), defines: name };
  },

  undefinable(form: ListForm, target: Form | undefined): AnalysisError {
    const problem =
      target === undefined
        ? "a name is missing"
        : target.type === "symbol"
          ? `${target.namespace ?? ""}/ is read-only: define a plain name`
          : `${describeForm(target)} is not a name`;
    return invalidForm(
      "def",
      problem,
      target?.span ?? form.span,
      "write (def name value) or (defn name [x] body)",
    );
  },
};

export type FormMistakes = typeof formMistakes;

function argumentsOf(count: number): string {
  return `${String(count)} argument${count === 1 ? "" : "s"}`;
}

function insteadOfCalling({ type }: Form): string {
  switch (type) {
    case "map":
      return "(fn [x] {:key x}), or #(hash-map :key %)";
    case "vector":
      return "(fn [x] [x]), or #(vector %)";
    case "set":
      return "(fn [x] #{x}), or #(hash-set %)";
    default:
      return "(constantly value), or (fn [_] value)";
  }
}
