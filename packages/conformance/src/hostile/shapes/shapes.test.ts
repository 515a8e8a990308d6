// Tests that the three ways to write a shape down mean the same, and that what shall collide does.

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

test("vectors that shall share a hash do, and are all different", () => {
  const rows = collidingVectors(mostPlaces);
  expect(rows).toHaveLength(4_096);
  expect(new Set(rows.map(String)).size).toBe(4_096);
  expect(new Set(rows.map((row) => hashValue(Vector.of<number>([...row]), 0))).size).toBe(1);
});

test("a shape is the same as a host gives it, as JSON holds it and as a program spells it", async () => {
  const random = new Random(5);
  let compared = 0;
  for (let count = 0; count < 200; count++) {
    const shape = randomShape(random, "any", 60);
    // A field such as `$map0` is a tag to JSON, and one that is not known.
    if (JSON.stringify(shape).includes("$map")) continue;
    // What a program says of a shape that is nested too deep, or has a member twice, is an error.
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
