// Host values that are endless, or too large to read completely.

function cyclic(): object {
  const object: Record<string, unknown> = { name: "x" };
  object["self"] = object;
  return object;
}

/** Cyclic or very deeply nested data, with the failure if a program requests all of it. */
export const endlessCases: readonly {
  readonly name: string;
  readonly make: () => unknown;
  readonly reason: string;
}[] = [
  { name: "an object in itself", make: cyclic, reason: "depth_exceeded" },
  {
    name: "an array in itself",
    make: () => {
      const list: unknown[] = [];
      list.push(list);
      return list;
    },
    reason: "depth_exceeded",
  },
  {
    name: "a tower of 100,000 arrays",
    make: () => {
      let list: unknown[] = [];
      for (let level = 0; level < 100_000; level++) list = [list];
      return list;
    },
    reason: "depth_exceeded",
  },
  {
    name: "a Map in itself",
    make: () => {
      const map = new Map<string, unknown>();
      return map.set("self", map);
    },
    reason: "tool_error",
  },
  {
    name: "a Set in itself",
    make: () => {
      const set = new Set();
      return set.add(set);
    },
    reason: "tool_error",
  },
  {
    name: "an array of four thousand million holes",
    make: () => {
      const list: unknown[] = [];
      list.length = 4_294_967_295;
      return list;
    },
    reason: "memory_exceeded",
  },
  {
    name: "two branches into itself",
    make: () => {
      const list: unknown[] = [];
      list.push(list, list);
      return list;
    },
    reason: "depth_exceeded",
  },
];
