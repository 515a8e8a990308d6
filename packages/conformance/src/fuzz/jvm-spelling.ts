// Rewrites generated programs for JVM Clojure. Its compiler fails when a pattern binds a primitive
// number, as in `(let [{:keys [a]} 1.5] a)`. With the kept differences, a character that a vector
// binds is a string of one character, as here.

import type { Form } from "./form.ts";

const once: ReadonlySet<string> = new Set(["let", "loop", "if-let", "when-let"]);
const repeated: ReadonlySet<string> = new Set(["for", "doseq"]);

/** Returns the program in which the values of patterns are results of calls. */
export function asJvm(form: Form, hasHelpers: boolean): Form {
  if (typeof form === "string") return form;
  const items = form.items.map((item) => asJvm(item, hasHelpers));
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
