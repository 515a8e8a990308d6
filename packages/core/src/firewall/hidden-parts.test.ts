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
    expect(parts).toEqual([[expect.any(Number)], [1, 0, 2, 11]]);
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
    ["a range that ends before it starts", [[0, 9, 0]]],
    ["a range between two units", [[0, 0.5, 4.9]]],
    ["a shorter range than the firewall hides", [[0, 0, 3]]],
    ["a range within a number", [[1, 0, 4]]],
    ["texts instead of positions", [["a", 0, 9]]],
    ["no position", []],
  ])("hide all texts if they have %s", (_, changed) => {
    const json = { a: "kQ7canary", b: 4711 };
    const [shape] = knowing("kQ7canary").hiddenParts(json) as readonly unknown[];
    for (const parts of [[shape, ...changed], changed]) {
      const firewall = new Firewall();
      firewall.noteParts(json, parts);
      expect(firewall.mask("kQ7canary 4711")).toBe("<Firewalled> <Firewalled>");
    }
  });

  test.each([["none"], [true], [[]], [[[1]]], [null]])("hide all texts if they are %j", (parts) => {
    const firewall = new Firewall();
    firewall.noteParts({ a: "kQ7canary", b: 4711 }, parts);
    expect(firewall.mask("kQ7canary 4711")).toBe("<Firewalled> <Firewalled>");
  });

  test.each([
    ["has another name", { a: "plain text", b: "kQ7canary", 0: "" }],
    ["lacks a name", { b: "kQ7canary" }],
    ["has a renamed field", { c: "plain text", b: "kQ7canary" }],
    ["has a longer text", { a: "plain text!", b: "kQ7canary" }],
    ["has a text instead of a list", { a: ["plain text"], b: "kQ7canary" }],
  ])("hide all texts if the data %s", (_, changed) => {
    const parts = knowing("kQ7canary").hiddenParts({ a: "plain text", b: "kQ7canary" });
    const firewall = new Firewall();
    firewall.noteParts(changed, parts);
    expect(firewall.mask("kQ7canary")).toBe("<Firewalled>");
  });

  test("hide names too if the data was changed and a name was hidden", () => {
    const parts = knowing("kQcanary").hiddenParts({ a: [{ kQcanary: 1 }] });
    const firewall = new Firewall();
    firewall.noteParts({ a: [{ kQcanary: 1 }], b: 1 }, parts);
    expect(firewall.mask("kQcanary")).toBe("<Firewalled>");
  });

  test("take time in proportion to the JSON, for many hidden names of one object", () => {
    const names = Array.from({ length: 9_000 }, (_, index) => `secret-${String(index)}-name`);
    const json = Object.fromEntries(names.map((name) => [name, name]));
    const known = knowing(...names.slice(0, 4_500));
    const cpu = process.cpuUsage();
    const shown = later(known, json);
    expect(shown.mask("secret-4499-name")).toBe("<Firewalled>");
    expect(shown.mask("secret-4500-name")).toBe("secret-4500-name");
    const { user, system } = process.cpuUsage(cpu);
    // The work takes about 200 ms. Sorting the names for each position would take 15 s.
    expect((user + system) / 1e6).toBeLessThan(8);
  });

  test("hide all texts if the positions are longer than most data", () => {
    let json: unknown = Array.from({ length: 1_000 }, () => "kQ7canary");
    for (let depth = 0; depth < 400; depth++) json = [json];
    expect(knowing("kQ7canary").hiddenParts(json)).toBe(true);
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
    expect(knowing(...values).hiddenParts(json)).toHaveLength(1 + values.length);
    const { user, system } = process.cpuUsage(cpu);
    // The work takes about 200 ms. Checking each text for each value would take minutes.
    expect((user + system) / 1e6).toBeLessThan(10);
  });
});
