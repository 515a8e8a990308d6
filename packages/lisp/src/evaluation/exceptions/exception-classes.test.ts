import { expect, test } from "vitest";
import { catches } from "./exception-classes.ts";

const made = { message: null, data: null, cause: null };

test("a class catches itself and its subclasses, by short and full name", () => {
  const thrown = { ...made, kind: "exception", className: "NumberFormatException" };
  for (const name of ["NumberFormatException", "IllegalArgumentException", "java.lang.Exception"])
    expect(catches(name, thrown)).toBe(true);
  for (const name of ["IllegalStateException", "Error", "java.io.IOException"])
    expect(catches(name, thrown)).toBe(false);
});

test("an unknown class catches everything", () => {
  const thrown = { ...made, kind: "ex_info" };
  for (const name of [":default", "js/Error", "com.shop.OutOfStock"])
    expect(catches(name, thrown)).toBe(true);
});

test("an error about nil is a NullPointerException, any other type error a ClassCastException", () => {
  const mistake = (message: string) => ({ ...made, kind: "type_error", message });
  const aboutNil = mistake("inc: expected a number, got nil");
  const aboutText = mistake('inc: expected a number, got string "got nil"');
  expect(catches("NullPointerException", aboutNil)).toBe(true);
  expect(catches("ClassCastException", aboutNil)).toBe(false);
  expect(catches("NullPointerException", aboutText)).toBe(false);
  expect(catches("ClassCastException", aboutText)).toBe(true);
});

test("a tool failure is caught as RuntimeException and as IOException", () => {
  const failed = { ...made, kind: "tool_error", message: "no answer" };
  for (const name of ["RuntimeException", "java.io.IOException", "Exception"])
    expect(catches(name, failed)).toBe(true);
  expect(catches("ExceptionInfo", failed)).toBe(false);
});
