// Rewrites generated programs for JVM Clojure. Its compiler fails when a pattern binds a primitive
// number, as in `(let [{:keys [a]} 1.5] a)`. With the kept differences, a character that a vector
// binds is a string of one character, as here.

import { sourceOf, type Form } from "./form.ts";

const once: ReadonlySet<string> = new Set(["let", "loop", "if-let", "when-let"]);
const repeated: ReadonlySet<string> = new Set(["for", "doseq"]);

/** Returns the program in which the values of patterns are results of calls. */
export function asJvm(form: Form, hasHelpers: boolean): Form {
  if (typeof form === "string") return form;
  const items = form.items.map((item) => asJvm(item, hasHelpers));
  if (hasHelpers && form.open === "(" && items[0] === "fn")
    return { open: "(", items: ofFunction(items) };
  const [head, bindings, ...body] = items;
  const isRepeated = typeof head === "string" && repeated.has(head);
  if (
    form.open !== "(" ||
    typeof head !== "string" ||
    !(once.has(head) || (isRepeated && hasHelpers)) ||
    bindings === undefined ||
    typeof bindings === "string" ||
    bindings.open !== "["
  )
    return { open: form.open, items };
  const wrapped = bindings.items.map((value, index) => {
    const pattern = bindings.items[index - 1];
    if (index % 2 === 0 || pattern === undefined || typeof pattern === "string") return value;
    return wrappedValue(value, isRepeated, hasHelpers);
  });
  return { open: "(", items: [head, { open: "[", items: wrapped }, ...body] };
}

function wrappedValue(value: Form, isRepeated: boolean, hasHelpers: boolean): Form {
  if (!hasHelpers) return { open: "(", items: ["clojure.core/identity", value] };
  return isRepeated
    ? { open: "(", items: ["clojure.core/map", "ptc-bound", value] }
    : { open: "(", items: ["ptc-bound", value] };
}

/** Returns `(fn [p] (let [[a b] (ptc-bound p)] …))` for `(fn [[a b]] …)`. */
function ofFunction(items: readonly Form[]): readonly Form[] {
  const [head = "fn", parameters, ...body] = items;
  if (parameters === undefined || typeof parameters === "string" || parameters.open !== "[")
    return items;
  const bindings: Form[] = [];
  const names = parameters.items.map((parameter, index) => {
    if (typeof parameter === "string" || parameter.open !== "[") return parameter;
    if (parameters.items[index - 1] === "&") return parameter;
    const name = `ptc-parameter-${String(index)}`;
    bindings.push(parameter, { open: "(", items: ["ptc-bound", name] });
    return name;
  });
  if (bindings.length === 0) return items;
  const bound: Form = { open: "(", items: ["let", { open: "[", items: bindings }, ...body] };
  return [head, { open: "[", items: names }, bound];
}

/** True if a pattern of the program may bind a character. */
export function hasPatterns(form: Form): boolean {
  return sourceOf(asJvm(form, true)) !== sourceOf(asJvm(form, false));
}
