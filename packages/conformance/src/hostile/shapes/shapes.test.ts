// Tests that the three ways to write a shape mean the same, and that the hashes of colliding shapes
// collide.

import { expect, test } from "vitest";
import { decodeValue } from "@ptc/core/decoding";
import { fromHost, hashValue, Vector } from "@ptc/core/values";
import { run } from "@ptc/lisp";
import { Random } from "../../fuzz/random.ts";
import { collidingVectors, mostPlaces } from "./colliding-vectors.ts";
import { hostValue } from "./host-value.ts";
import { jsonText } from "./json-text.ts";
import { randomShape } from "./random-shape.ts";
import { sourceText } from "./source-text.ts";

test("colliding vectors have the same hash and are all different", () => {
  const rows = collidingVectors(mostPlaces);
  expect(rows).toHaveLength(4_096);
  expect(new Set(rows.map(String)).size).toBe(4_096);
  expect(new Set(rows.map((row) => hashValue(Vector.of<number>([...row]), 0))).size).toBe(1);
});

test("a shape has the same meaning as host value, as JSON and as program source", async () => {
  const random = new Random(5);
  let compared = 0;
  for (let count = 0; count < 200; count++) {
    const shape = randomShape(random, "any", 60);
    // In JSON, a field such as `$map0` is an unknown tag.
    if (JSON.stringify(shape).includes("$map")) continue;
    // A program with a shape that is nested too deep, or has a duplicate member, is an error.
    const spelled = await run(`(def x '${sourceText(shape)})`);
    if (!spelled.ok) continue;
    const stored = { x: decodeValue(JSON.parse(jsonText(shape))) };
    const length = await run("(count (pr-str x))", { memory: stored });
    expect(
      await run("(count (pr-str x))", { memory: spelled.memory }),
      JSON.stringify(shape),
    ).toMatchObject({
      return: length.ok && length.return,
    });
    expect(fromHost(hostValue(shape))).toBeDefined();
    compared++;
  }
  expect(compared).toBeGreaterThan(100);
});
