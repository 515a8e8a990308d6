// The names in the data of a session: `data/rows`, and keywords for the fields of its rows.

export interface ContextNames {
  /** Each as `data/name`. */
  readonly data: readonly string[];
  /** Each with its colon, in order. */
  readonly keywords: readonly string[];
}

/** The limits for the inspected data. */
const sample = {
  values: 20_000,
  elementsOfList: 100,
  fieldsOfObject: 500,
  keywords: 2_000,
  depth: 8,
};
const longestName = 100;

export function contextNames(context: Readonly<Record<string, unknown>>): ContextNames {
  const keywords = new Set<string>();
  let seen = 0;
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null) return;
    if (++seen > sample.values || depth > sample.depth || keywords.size >= sample.keywords) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, sample.elementsOfList)) look(item, depth + 1);
      return;
    }
    for (const [name, item] of firstFields(value)) {
      if (isWord(name)) keywords.add(`:${name}`);
      look(item, depth + 1);
    }
  };
  const data: string[] = [];
  for (const [name, value] of firstFields(context)) {
    if (isWord(name)) data.push(`data/${name}`);
    look(value, 0);
  }
  return { data: data.sort(), keywords: [...keywords].sort() };
}

function* firstFields(object: object): Iterable<readonly [string, unknown]> {
  let count = 0;
  for (const name in object) {
    if (++count > sample.fieldsOfObject) return;
    if (Object.hasOwn(object, name)) yield [name, (object as Record<string, unknown>)[name]];
  }
}

/** True if a field can be written as a keyword. */
function isWord(name: string): boolean {
  return (
    name.length <= longestName && /^[\p{L}_*+!?<>=$%&.-][\p{L}\p{N}_*+!?<>=$%&.'-]*$/u.test(name)
  );
}
