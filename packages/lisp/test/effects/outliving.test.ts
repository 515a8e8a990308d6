// Effects of functions and sequences that outlive the program that made them.

import { describe, expect, test } from "vitest";
import { createSession, run } from "../../src/index.ts";

describe("functions that outlive their program", () => {
  const slow = async (): Promise<boolean> => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return false;
  };

  test("stored functions can wait in a later program even if they couldn't in their own", async () => {
    const session = createSession({ tools: { slow } });
    await session.run(
      "(do (defn choose [g] (if (g 1) :yes :no)) (defn both [g] [(g 1) (loop [i 0 all []] (if (< i 2) (recur (inc i) (conj all (g i))) all))]))",
    );
    const step = await session.run(
      "[(choose (fn [x] (tool/slow {}))) (both (fn [x] (tool/slow {})))]",
    );
    expect(step.ok && step.return).toEqual(["no", [false, [false, false]]]);
    const failing = await session.run("(choose (fn [x] (tool/slow {}) (/ 1 0)))");
    expect(failing).toMatchObject({ ok: false, fail: { message: "/: division by zero" } });
  });

  test("an abort from inside a tool ends the run", async () => {
    const controller = new AbortController();
    const step = await run("(tool/stop {})", {
      signal: controller.signal,
      tools: {
        stop: () => {
          controller.abort();
          return new Promise(() => undefined);
        },
      },
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
  });

  test("a lazy sequence reaches a tool as a vector", async () => {
    const seen: unknown[] = [];
    await run("(tool/see {:x (take-while #(< % 3) (iterate inc 1))})", {
      tools: {
        see: (args) => {
          seen.push(args);
          return null;
        },
      },
    });
    expect(seen).toEqual([{ x: [1, 2] }]);
  });
});
