// Reads what a model of the AI SDK answered. Providers are written by many, and some in JavaScript:
// nothing of an answer is trusted to have the types of the specification.

/** What came is no answer as the specification has it. */
export class WrongShape extends Error {
  override readonly name = "WrongShape";
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** For details that may be absent. */
export function fieldsOrNone(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** @throws WrongShape naming the place. */
export function objectOf(value: unknown, place: string): Fields {
  if (isFields(value)) return value;
  throw new WrongShape(`${place} is no object`);
}

/** @throws WrongShape naming the place. */
export function listOf(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  throw new WrongShape(`${place} is no list`);
}

/** @throws WrongShape naming the place. */
export function textOf(value: unknown, place: string): string {
  if (typeof value === "string") return value;
  throw new WrongShape(`${place} is no text`);
}

/** For names and ids. @throws WrongShape naming the place. */
export function nameOf(value: unknown, place: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new WrongShape(`${place} is no name`);
}

/** For what an answer is whole without, such as its id. */
export function textOrAbsent(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A number of tokens. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
