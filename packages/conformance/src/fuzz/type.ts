// The types for generating programs: a name with arguments (`map<kw,int>`), or a variable of a
// template, which is one capital letter. O is for types that every host can order, N for numbers, K
// for keys of maps.

export interface Type {
  readonly name: string;
  readonly of: readonly Type[];
}

/** The types bound to the variables of a template. */
export type Bindings = Map<string, Type>;

export function isVariable(type: Type): boolean {
  return /^[A-Z]$/.test(type.name);
}

/** @throws Error for a text that isn't a type, which is a mistake in a table */
export function readType(text: string): Type {
  const tokens = text.match(/[A-Za-z]+|[<>,]/g) ?? [];
  let position = 0;
  const read = (): Type => {
    const name = tokens[position++] ?? "";
    const of: Type[] = [];
    if (tokens[position] === "<") {
      do {
        position++;
        of.push(read());
      } while (tokens[position] === ",");
      if (tokens[position++] !== ">") throw new Error(`no type: ${text}`);
    }
    return { name, of };
  };
  const type = read();
  if (position !== tokens.length || type.name === "") throw new Error(`no type: ${text}`);
  return type;
}

const orderedNames = ["int", "str", "kw", "float"];
const numberNames = ["int", "float"];
const keyNames = ["kw", "str", "int", "id", "key"];

/** The types that a variable may be bound to; undefined means all. */
export const namesOfVariable: ReadonlyMap<string, readonly string[]> = new Map([
  ["O", orderedNames],
  ["N", numberNames],
  ["K", keyNames],
]);

/**
 * Binds the variables of `pattern` so that it equals `goal`. Returns false if that is impossible.
 */
export function unify(pattern: Type, goal: Type, bindings: Bindings): boolean {
  if (isVariable(pattern)) {
    const bound = bindings.get(pattern.name);
    if (bound !== undefined) return sameType(bound, goal);
    if (namesOfVariable.get(pattern.name)?.includes(goal.name) === false) return false;
    bindings.set(pattern.name, goal);
    return true;
  }
  return (
    pattern.name === goal.name &&
    pattern.of.length === goal.of.length &&
    pattern.of.every((part, index) =>
      isSomeType(goal.of[index], (other) => unify(part, other, bindings)),
    )
  );
}

function isSomeType(type: Type | undefined, test: (type: Type) => boolean): boolean {
  return type !== undefined && test(type);
}

function sameType(left: Type, right: Type): boolean {
  return (
    left.name === right.name &&
    left.of.length === right.of.length &&
    left.of.every((part, index) => isSomeType(right.of[index], (other) => sameType(part, other)))
  );
}

/** Returns the type as written in a table. */
export function typeText(type: Type): string {
  return type.of.length === 0 ? type.name : `${type.name}<${type.of.map(typeText).join(",")}>`;
}
