// The names of Java: members of classes, `LocalDate/parse`, methods, `.plusDays`, and constructors,
// `Date.`; and what clojure.math calls after them. Few programs have one, so most are not listed by
// name: a name of this shape that is in no list loads the chunk that holds them.

const javaShape = /^(?:\.[a-z]|(?:clojure\.)?math\/|[a-zA-Z.]*\b[A-Z]\w*(?:\/|\.$))/;

/** Whether a builtin of this name may be in the chunk of Java's classes, though no list has it. */
export function isJavaName(name: string): boolean {
  return javaShape.test(name);
}
