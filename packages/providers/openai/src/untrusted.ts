// Reads what a server sent. Nothing of it is trusted to have the types that the SDK gives it.

/** What was sent is no answer as the API documents it. */
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

/** @throws WrongShape where the text is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new WrongShape("it is no JSON");
  }
}

/** Null and a field that is absent are no text; everything else has to be one. */
export function maybeText(value: unknown, place: string): string {
  return value === undefined || value === null ? "" : textOf(value, place);
}

/** For what an answer is whole without, such as its id. */
export function textOrAbsent(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A number of tokens. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
