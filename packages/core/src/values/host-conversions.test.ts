import { expect, test } from "vitest";
import { HostCrossing } from "./host-crossing.ts";
import { isForeignPlain, ownFields } from "./host-conversions.ts";

test("ownFields copies fields of any name and nothing inherited", () => {
  const source: object = Object.assign(Object.create({ inherited: 1 }) as object, {
    a: 1,
    constructor: 2,
  });
  Object.defineProperty(source, "__proto__", { value: 3, enumerable: true });
  const fields = ownFields(source, new HostCrossing());
  expect(Object.getPrototypeOf(fields)).toBe(null);
  expect(Object.entries(fields)).toEqual([
    ["a", 1],
    ["constructor", 2],
    ["__proto__", 3],
  ]);
});

test("isForeignPlain recognizes an Object.prototype by its position and methods", () => {
  expect(isForeignPlain(Object.prototype)).toBe(true);
  expect(isForeignPlain(Date.prototype)).toBe(false);
  expect(isForeignPlain(Object.create(null))).toBe(false);
  expect(isForeignPlain(null)).toBe(false);
});
