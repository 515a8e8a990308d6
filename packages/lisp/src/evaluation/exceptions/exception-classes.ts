// The classes of Java that `catch` knows, and which of them the errors of this language are. A
// class catches what is of it or of a class below it, as on the JVM. A name that does not stand
// here catches everything that can be caught.

import type { ExceptionParts } from "../errors/exception-value.ts";

/** Each class with the one directly above it. */
const parents: ReadonlyMap<string, string | undefined> = new Map([
  ["Throwable", undefined],
  ["Exception", "Throwable"],
  ["Error", "Throwable"],
  ["AssertionError", "Error"],
  ["StackOverflowError", "Error"],
  ["OutOfMemoryError", "Error"],
  ["RuntimeException", "Exception"],
  ["ExceptionInfo", "RuntimeException"],
  ["ArithmeticException", "RuntimeException"],
  ["ClassCastException", "RuntimeException"],
  ["NullPointerException", "RuntimeException"],
  ["IllegalStateException", "RuntimeException"],
  ["UnsupportedOperationException", "RuntimeException"],
  ["NoSuchElementException", "RuntimeException"],
  ["IllegalArgumentException", "RuntimeException"],
  ["NumberFormatException", "IllegalArgumentException"],
  ["ArityException", "IllegalArgumentException"],
  ["PatternSyntaxException", "IllegalArgumentException"],
  ["IndexOutOfBoundsException", "RuntimeException"],
  ["StringIndexOutOfBoundsException", "IndexOutOfBoundsException"],
  ["ArrayIndexOutOfBoundsException", "IndexOutOfBoundsException"],
  ["DateTimeException", "RuntimeException"],
  ["DateTimeParseException", "DateTimeException"],
  ["IOException", "Exception"],
  ["FileNotFoundException", "IOException"],
  ["InterruptedException", "Exception"],
  ["ExecutionException", "Exception"],
  ["TimeoutException", "Exception"],
]);

/**
 * What Java would throw where this language has an error of a kind. One kind stands for several
 * classes where Java tells apart what the kind does not.
 */
const classesOfKind: ReadonlyMap<string, readonly string[]> = new Map([
  ["ex_info", ["ExceptionInfo"]],
  ["arithmetic_error", ["ArithmeticException"]],
  ["arity_error", ["ArityException"]],
  ["type_error", ["ClassCastException", "IllegalArgumentException"]],
  ["not_callable", ["ClassCastException"]],
  ["index_error", ["StringIndexOutOfBoundsException", "ArrayIndexOutOfBoundsException"]],
  ["argument_error", ["NumberFormatException", "DateTimeParseException"]],
  ["unsupported", ["UnsupportedOperationException"]],
  ["validation_error", ["IllegalArgumentException"]],
  // A tool is the world outside, so what Java has for that catches its failures as well.
  ["tool_error", ["RuntimeException", "IOException"]],
]);

/** Kinds for which Java throws a NullPointerException where the value is nil. */
const nullable: ReadonlySet<string> = new Set(["type_error", "not_callable"]);
/** The words with which messages name nil, in front of anything that a program has written. */
const aboutNil = /^[^"]{0,200}\b(?:got|call) nil\b/;

/**
 * What is the state of something for Java: there is no index in `(pop [])`, and a validator refuses
 * a state of an atom.
 */
const ofState = /^(?:pop!?: |Invalid reference)/;
const stateKinds: readonly string[] = ["index_error", "argument_error"];

/** Whether a `catch` of `name` takes the exception. */
export function catches(name: string, exception: ExceptionParts): boolean {
  const wanted = name.slice(name.lastIndexOf(".") + 1);
  return !parents.has(wanted) || classesOf(exception).some((found) => isOf(found, wanted));
}

function classesOf({ className, kind, message }: ExceptionParts): readonly string[] {
  if (className !== undefined) return [className];
  if (nullable.has(kind) && message !== null && aboutNil.test(message))
    return kind === "type_error"
      ? ["NullPointerException", "IllegalArgumentException"]
      : ["NullPointerException"];
  if (stateKinds.includes(kind) && message !== null && ofState.test(message))
    return ["IllegalStateException"];
  return classesOfKind.get(kind) ?? ["RuntimeException"];
}

function isOf(found: string, wanted: string): boolean {
  for (
    let current: string | undefined = found;
    current !== undefined;
    current = parents.get(current)
  )
    if (current === wanted) return true;
  return false;
}
