import { expect, test } from "vitest";
import { defineField } from "./define-field.ts";

test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "a", ""])(
  "defineField makes %j an own property that the host can change",
  (name) => {
    const object = {};
    defineField(object, name, 1);
    defineField(object, name, { polluted: true });
    expect(Object.getOwnPropertyDescriptor(object, name)).toEqual({
      value: { polluted: true },
      enumerable: true,
      configurable: true,
      writable: true,
    });
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    expect("polluted" in object).toBe(false);
  },
);

test("defineField works with a prototype that rejects assignment", () => {
  const object = Object.create(Object.freeze({ toString: 1 })) as object;
  defineField(object, "toString", 2);
  expect(Object.entries(object)).toEqual([["toString", 2]]);
});
