// How values look in a console: as data, not as the fields that implement them.

/**
 * The method of a value that consoles of Node, Deno and Bun call. They print its result, and bound
 * it as they bound any text, array, Map or Set.
 */
export const inspected: unique symbol = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom");
