// Consoles show values as data.
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { getField } from "./field-access.ts";
import { firewallByName, type FieldFirewall } from "./firewall.ts";
import { HostCrossing, fromHost as crossed } from "./host-crossing.ts";
import { Keyword } from "./keyword.ts";
import { LazySequence } from "./lazy.ts";
import { MapBuilder } from "./map-builder.ts";
import type { MapValue } from "./map-value.ts";
import { FunctionValue } from "./opaque.ts";
import { RegexValue } from "./regex.ts";
import { SymbolValue } from "./symbol.ts";
import { Temporal } from "./temporal.ts";
import { TrieSet } from "./trie-set.ts";
import type { Value } from "./value.ts";
import { Vector } from "./vector.ts";

class Named extends FunctionValue {
  readonly name: string | undefined;
  constructor(name?: string) {
    super();
    this.name = name;
  }
}

function mapOf(...entries: readonly (readonly [Value, Value])[]): Value {
  const builder = new MapBuilder();
  for (const [key, value] of entries) builder.set(key, value);
  return builder.build();
}

test.each<[string, Value]>([
  [":user/id", new Keyword("user/id")],
  ["total", new SymbolValue("total")],
  ['#"a+"', new RegexValue("a+")],
  ["2026-01-31", new Temporal("local-date", 20_484)],
  ["#<function>", new Named()],
  ["#<function sum>", new Named("sum")],
  ["#<lazy sequence>", new (class extends LazySequence {})()],
  ["[ 1, :a, [ 'b' ] ]", Vector.of<Value>([1, new Keyword("a"), Vector.of<Value>(["b"])])],
  ["Set(1) { :a }", TrieSet.of([new Keyword("a")])],
  ["Map(1) { :a => [ 1 ] }", mapOf([new Keyword("a"), Vector.of<Value>([1])])],
  ["{ id: 7, tags: [ 'late' ] }", crossed({ id: 7, tags: ["late"] })],
  ["[ 1, 2 ]", crossed([1, 2])],
])("shows %s", (text, value) => {
  expect(inspect(value)).toBe(text);
});

test("shows a hundred elements of a long collection", () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => index);
  const many = new MapBuilder();
  for (const number of numbers) many.set(number, number);
  for (const value of [
    Vector.of<Value>(numbers),
    crossed(numbers),
    TrieSet.of(numbers),
    many.build(),
  ]) {
    const text = inspect(value);
    expect(text).toContain("9900 more items");
    expect(text.length).toBeLessThan(3000);
  }
});

test("shows data of the host that contains itself", () => {
  const order: Record<string, unknown> = { id: 1 };
  order["self"] = order;
  expect(inspect(crossed(order), { depth: null })).toBe("<ref *1> { id: 1, self: [Circular *1] }");
});

test("does not count as a program that reads firewalled fields", () => {
  const noted: unknown[] = [];
  const firewall: FieldFirewall = { ...firewallByName, note: (value) => noted.push(value) };
  const crossing = new HostCrossing(undefined, firewall);
  const order = crossing.fromHost({ _token: "s3cret" }) as MapValue<Value>;
  inspect([order, crossing.fromHost([{ _token: "s3cret" }])], { depth: 5 });
  expect(noted).toEqual([]);
  getField(order, "_token");
  expect(noted).toEqual(["s3cret"]);
});
