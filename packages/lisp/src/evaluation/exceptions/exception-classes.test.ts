import { expect, test } from "vitest";
import { catches, fullClassName } from "./exception-classes.ts";

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

// The classes are those that the JVM throws for the same expressions.
test.each([
  [
    "argument_error",
    'Integer/parseInt: cannot read a number from string "x"',
    "java.lang.NumberFormatException",
  ],
  ["type_error", "Integer/parseInt: expected a string, got nil", "java.lang.NumberFormatException"],
  [
    "type_error",
    'bigint: expected a number or its digits, got string "x"',
    "java.lang.NumberFormatException",
  ],
  ["argument_error", 'LocalDate/parse: cannot read "x"', "java.time.format.DateTimeParseException"],
  ["argument_error", "LocalDate/of: months are 1 to 12, got 13", "java.time.DateTimeException"],
  [
    "argument_error",
    're-pattern: pattern #"[": the class is not closed',
    "java.util.regex.PatternSyntaxException",
  ],
  [
    "index_error",
    ".charAt: index 10 is outside a string of 3 characters",
    "java.lang.StringIndexOutOfBoundsException",
  ],
  [
    "type_error",
    "count: expected a collection, got number 5",
    "java.lang.UnsupportedOperationException",
  ],
  [
    "type_error",
    "first: expected a collection, got number 5",
    "java.lang.IllegalArgumentException",
  ],
  ["type_error", "even?: expected a whole number, got nil", "java.lang.IllegalArgumentException"],
  ["type_error", "inc: expected a number, got nil", "java.lang.NullPointerException"],
  ["type_error", 'inc: expected a number, got string "a"', "java.lang.ClassCastException"],
  ["argument_error", "task: the id is empty", "java.lang.IllegalArgumentException"],
])("a %s with the message %s is a %s", (kind, message, name) => {
  const mistake = { ...made, kind, message };
  expect(fullClassName(mistake)).toBe(name);
  expect(catches(name, mistake)).toBe(true);
});

test("the class of a date that can't be read doesn't catch a number that can't be read", () => {
  const number = {
    ...made,
    kind: "argument_error",
    message: 'Long/parseLong: cannot read a number from string "x"',
  };
  const date = { ...made, kind: "argument_error", message: 'Instant/parse: cannot read "x"' };
  expect(catches("NumberFormatException", number)).toBe(true);
  expect(catches("DateTimeParseException", number)).toBe(false);
  expect(catches("NumberFormatException", date)).toBe(false);
  expect(catches("DateTimeException", date)).toBe(true);
});
