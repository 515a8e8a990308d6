import { expect, test } from "vitest";
import { run } from "../index.ts";
import { builtins } from "./library/table.ts";

const elementFree = [...new Set(builtins.values())].filter((builtin) => !builtin.readsElements);

const three = "(take-while (fn [x] (< x 3)) (map (fn [x] (tool/ask {:x x})) (range)))";

test.each(elementFree)("$name reads no element of a lazy argument", async (builtin) => {
  const { name } = builtin;
  for (const count of [1, 2, 3].filter((candidate) => builtin.accepts(candidate))) {
    for (let lazyAt = 0; lazyAt < count; lazyAt++) {
      let calls = 0;
      // A key is compared by its elements.
      if (name === "assoc" && lazyAt === 1) continue;
      const args = Array.from({ length: count }, (_, index) =>
        index === lazyAt ? "xs" : index === 0 ? "{:a 1}" : "[1]",
      );
      const step = await run(
        `(let [xs ${three}] (try (${name} ${args.join(" ")}) (catch Exception e nil)) :done)`,
        {
          tools: {
            ask: ({ x }: { readonly [name: string]: unknown }) => {
              calls++;
              return Promise.resolve(x);
            },
          },
        },
      );
      expect({ name, args, ok: step.ok, calls }).toEqual({ name, args, ok: true, calls: 0 });
    }
  }
});
