// Tests a wrong `activity` in the first run of a process, which loads the evaluator.

import { expect, test, vi } from "vitest";

test.each([{}, { during: 1 }, { enter: 1 }, 5, null])(
  "a wrong activity is an option error in the first run: %o",
  async (activity) => {
    vi.resetModules();
    const { run } = await import("../src/index.ts");
    await expect((async () => await run("1", { activity } as never))()).rejects.toThrow(
      "option `activity`: expected an object with a function",
    );
  },
);
