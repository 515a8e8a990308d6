// Recognizes Java names: class members such as `LocalDate/parse`, methods such as `.plusDays`,
// constructors such as `Date.`, and the clojure.math names for the same functions. Few programs use
// them, so most are not listed. An unlisted name of this shape loads the chunk that contains them.

const javaShape = /^(?:\.[a-z]|(?:clojure\.)?math\/|[a-zA-Z.]*\b[A-Z]\w*(?:\/|\.$))/;

/** True if the chunk of Java's classes may have an unlisted builtin of this name. */
export function isJavaName(name: string): boolean {
  return javaShape.test(name);
}
