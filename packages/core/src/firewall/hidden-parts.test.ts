// Positions of hidden texts in JSON, stored for a later firewall.

import { describe, expect, test } from "vitest";
import { Firewall } from "./firewall.ts";

/** Returns a firewall that knows these values. */
function knowing(...values: readonly (string | number)[]): Firewall {
  const firewall = new Firewall();
  for (const value of values) firewall.note(value);
  return firewall;
}

/** Returns a firewall that read the positions of `given` in `json`, both through JSON. */
function later(given: Firewall, json: unknown): Firewall {
  const [data, parts] = JSON.parse(JSON.stringify([json, given.hiddenParts(json)])) as unknown[];
  const firewall = new Firewall();
  firewall.noteParts(data, parts);
  return firewall;
}

describe("the positions of hidden texts", () => {
  test("find whole texts, parts of texts, names and numbers, at any depth", () => {
    const json = {
      rows: [{ copy: "id kQ7canary." }, ["plain", { deep: 907_144_233 }]],
      "key kQ7canary": true,
    };
    const shown = later(knowing("kQ7canary", 907_144_233), json);
    expect(shown.mask("a kQ7canary, KQ7CANARY and 907144233, but plain")).toBe(
      "a <Firewalled>, <Firewalled> and <Firewalled>, but plain",
    );
  });

  test("contain numbers only", () => {
    const parts = knowing("kQ7canary").hiddenParts({ b: ["x kQ7canary y"], a: 1 });
    expect(parts).toEqual([[1, 0, 2, 11]]);
  });

  test("find another form of a value, as it was written", () => {
    const shown = later(knowing('say "kQ7"'), { text: JSON.stringify('SAY "KQ7"') });
    expect(shown.mask('he said: say "kq7"')).toBe("he said: <Firewalled>");
  });

  test("are independent of the order of names", () => {
    const positions = knowing("kQ7canary").hiddenParts({ a: 1, c: "kQ7canary", b: "plain text" });
    const firewall = new Firewall();
    firewall.noteParts({ c: "kQ7canary", b: "plain text", a: 1 }, positions);
    expect(firewall.mask("kQ7canary, plain text")).toBe("<Firewalled>, plain text");
  });

  test("are absent without hidden texts, and omit fields that are hidden by their name", () => {
    expect(knowing("kQ7canary").hiddenParts({ a: ["other"] })).toBeUndefined();
    expect(knowing("kQ7canary").hiddenParts({ _a: "kQ7canary" })).toBeUndefined();
    expect(new Firewall().hiddenParts({ a: "any" })).toBeUndefined();
  });

  test.each([
    ["a position that leads nowhere", [[3, 0, 9]]],
    ["a range outside its text", [[0, 0, 90]]],
    ["an empty range", [[0, 4, 4]]],
    ["no list", "none"],
    ["texts instead of positions", [["a", 0, 9]]],
    ["every text", true],
  ])("hide all texts if they have %s", (_, parts) => {
    const firewall = new Firewall();
    firewall.noteParts({ a: "kQ7canary", b: 4711 }, parts);
    expect(firewall.mask("kQ7canary 4711")).toBe("<Firewalled> <Firewalled>");
  });

  test("hide all texts if there are very many", () => {
    const json = Array.from({ length: 10_001 }, () => "kQ7canary");
    expect(knowing("kQ7canary").hiddenParts(json)).toBe(true);
  });

  test("take time in proportion to the JSON, for many hidden values", () => {
    const values = Array.from(
      { length: 5_000 },
      (_, index) => `secret-${String(index).padStart(6, "0")}`,
    );
    const json = values.map((value, index) => ({
      id: index,
      text: `x ${value}`,
      more: "y".repeat(50),
    }));
    const cpu = process.cpuUsage();
    expect(knowing(...values).hiddenParts(json)).toHaveLength(values.length);
    const { user, system } = process.cpuUsage(cpu);
    // The work takes about 200 ms. Checking each text for each value would take minutes.
    expect((user + system) / 1e6).toBeLessThan(10);
  });
});
