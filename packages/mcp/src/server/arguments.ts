// Reads the arguments of a tool call. A message names the argument and what to pass instead.

import { isObject } from "@ptc/core/internal/host";
import { didYouMean } from "@ptc/core/internal/errors";
import { shortened } from "@ptc/core/internal/printing";
import { jsonSize } from "../json-size.ts";
import { Refusal } from "./refusal.ts";

type Fields = Readonly<Record<string, unknown>>;

const deepestContext = 100;

export class Arguments {
  private readonly fields: ReadonlyMap<string, unknown>;

  /** @throws Refusal for an argument that the tool doesn't have */
  constructor(given: unknown, names: readonly string[]) {
    if (given !== undefined && !isObject(given)) throw wrong("arguments", "pass an object");
    this.fields = new Map(Object.entries(given ?? {}).filter(([, value]) => value !== null));
    for (const name of this.fields.keys())
      if (!names.includes(name))
        throw wrong(
          shortened(name, 60),
          `there is no such argument: ${didYouMean(name, names) ?? `the arguments are ${names.join(", ")}`}`,
        );
  }

  text(name: string, most: number): string {
    const text = this.optionalText(name, most);
    if (text === undefined) throw wrong(name, "it is missing: pass a string");
    return text;
  }

  optionalText(name: string, most: number): string | undefined {
    const value = this.fields.get(name);
    if (value === undefined) return undefined;
    if (typeof value !== "string") throw wrong(name, `pass a string, not ${kindOf(value)}`);
    if (value.length > most)
      throw wrong(
        name,
        `it has ${String(value.length)} characters, and the most are ${String(most)}`,
      );
    return value;
  }

  /** Returns the name of a session. */
  session(): string | undefined {
    const name = this.optionalText("session", 10_000);
    if (name === undefined || sessionName.test(name)) return name;
    throw wrong("session", "use 1 to 64 letters, digits, and - _ . in it");
  }

  /** Returns an object of bounded size. */
  object(name: string, mostCharacters: number): Fields | undefined {
    const value = this.fields.get(name);
    if (value === undefined) return undefined;
    if (!isObject(value) || Array.isArray(value))
      throw wrong(name, `pass a JSON object, not ${kindOf(value)}`);
    this.assertSize(name, value, mostCharacters);
    return value;
  }

  /** Returns any JSON of bounded size. */
  json(name: string, mostCharacters: number): unknown {
    const value = this.fields.get(name);
    this.assertSize(name, value, mostCharacters);
    return value;
  }

  has(name: string): boolean {
    return this.fields.has(name);
  }

  texts(name: string, most: number, longest: number): readonly string[] {
    const value = this.fields.get(name);
    const texts: readonly unknown[] = typeof value === "string" ? [value] : asList(value);
    if (texts.length === 0) throw wrong(name, "pass a list of strings");
    if (texts.length > most) throw wrong(name, `pass at most ${String(most)}`);
    return texts.map((text) => {
      if (typeof text === "string" && text.length <= longest) return text;
      throw wrong(name, `pass strings of at most ${String(longest)} characters`);
    });
  }

  count(name: string, usual: number, most: number): number {
    const value = this.fields.get(name) ?? usual;
    if (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most)
      return Number(value);
    throw wrong(name, `pass a whole number from 1 to ${String(most)}`);
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.fields.get(name);
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw wrong(name, `pass ${choices.join(", ")}`);
    return found;
  }

  private assertSize(name: string, value: unknown, characters: number): void {
    const size = jsonSize(value, { characters, levels: deepestContext });
    if (size === "characters")
      throw wrong(
        name,
        `it is larger than ${String(characters)} characters: pass less, or read the data with a tool in the program`,
      );
    if (size === "levels")
      throw wrong(name, `it is nested deeper than ${String(deepestContext)} levels`);
  }
}

const sessionName = /^[\p{L}\p{N}._-]{1,64}$/u;

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function kindOf(value: unknown): string {
  return Array.isArray(value)
    ? "a list"
    : typeof value === "object"
      ? "an object"
      : `a ${typeof value}`;
}

function wrong(name: string, message: string): Refusal {
  return new Refusal("invalid_arguments", `${name}: ${message}`);
}
