// Lists the Java classes that `catch` supports, and assigns errors of this language to them. A
// class catches its own errors and those of its subclasses, as on the JVM. Any other name catches
// every catchable error.

import type { ExceptionParts } from "../errors/exception-value.ts";

/** Each class with its superclass. */
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
 * The Java classes for each kind of error. A kind has several classes if Java makes a distinction
 * that the kind doesn't.
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
  // Tools access the outside world, so Java's class for I/O catches their failures too.
  ["tool_error", ["RuntimeException", "IOException"]],
]);

/** Kinds for which Java throws a NullPointerException if the value is nil. */
const nullable: ReadonlySet<string> = new Set(["type_error", "not_callable"]);
/** Matches a message that names nil, before any text of the program. */
const aboutNil = /^[^"]{0,200}\b(?:got|call) nil\b/;

/**
 * Matches the start of messages of errors for which Java has a class of its own: `(pop [])` has no
 * index there, and a validator rejects a state of an atom.
 */
const classesOfMessages: readonly (readonly [RegExp, string])[] = [
  [/^(?:pop!?: |Invalid reference)/, "IllegalStateException"],
  [/^(?:Integer|Long|Short|Byte)\S*: .*got nil/, "NumberFormatException"],
  [
    /^(?:Integer|Long|Short|Byte|Double|Float)\S*: cannot read|^bigint: .*got string/,
    "NumberFormatException",
  ],
  [/^[A-Z]\w+\/parse: cannot read/, "DateTimeParseException"],
  [/^(?:Local\w+|Year\w*|MonthDay|Zone\w+|DayOfWeek|Month|Offset\w+)\/of/, "DateTimeException"],
  [/^re-\w+: pattern #/, "PatternSyntaxException"],
  [/^\.\w+: index/, "StringIndexOutOfBoundsException"],
  [/^count: expected a collection/, "UnsupportedOperationException"],
  [/^(?!conj|merge)\S+: expected (?:a collection|a whole number,)/, "IllegalArgumentException"],
];
const messageKinds: readonly string[] = ["index_error", "argument_error", "type_error"];

/** True if a `catch` of `name` catches the exception. */
export function catches(name: string, exception: ExceptionParts): boolean {
  const wanted = name.slice(name.lastIndexOf(".") + 1);
  return !parents.has(wanted) || classesOf(exception).some((found) => isOf(found, wanted));
}

function classesOf({ className, kind, message }: ExceptionParts): readonly string[] {
  if (className !== undefined) return [className];
  const specific = messageKinds.includes(kind) ? classOfMessage(message ?? "") : undefined;
  const isAboutNil = nullable.has(kind) && message !== null && aboutNil.test(message);
  if (specific !== undefined && kind === "type_error")
    return [specific, isAboutNil ? "NullPointerException" : "ClassCastException"];
  if (specific !== undefined) return [specific];
  if (isAboutNil)
    return kind === "type_error"
      ? ["NullPointerException", "IllegalArgumentException"]
      : ["NullPointerException"];
  return classesOfKind.get(kind) ?? ["RuntimeException"];
}

function classOfMessage(message: string): string | undefined {
  const start = message.slice(0, 200);
  return classesOfMessages.find(([pattern]) => pattern.test(start))?.[1];
}

/** Packages of classes outside `java.lang`. */
const packages: ReadonlyMap<string, string> = new Map([
  ["ExceptionInfo", "clojure.lang"],
  ["ArityException", "clojure.lang"],
  ["NoSuchElementException", "java.util"],
  ["PatternSyntaxException", "java.util.regex"],
  ["DateTimeException", "java.time"],
  ["DateTimeParseException", "java.time.format"],
  ["IOException", "java.io"],
  ["FileNotFoundException", "java.io"],
  ["ExecutionException", "java.util.concurrent"],
  ["TimeoutException", "java.util.concurrent"],
]);

/** The class in the text of an error whose kind has several classes. */
const shownClasses: ReadonlyMap<string, string> = new Map([
  ["index_error", "IndexOutOfBoundsException"],
  ["argument_error", "IllegalArgumentException"],
]);

/** Returns the full name of the exception's class, as Java's `toString` writes it. */
export function fullClassName(exception: ExceptionParts): string {
  const [first = "RuntimeException"] = classesOf(exception);
  const isSpecific =
    exception.className !== undefined || classOfMessage(exception.message ?? "") === first;
  const name = isSpecific ? first : (shownClasses.get(exception.kind) ?? first);
  return `${packages.get(name) ?? "java.lang"}.${name}`;
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
