// The JSON format of a compiled agent. The input is untrusted, so it is fully checked and copied.

import type { IgnoredDifference } from "./compared-texts.ts";
import type { DataKind, DataShape } from "./data-shape.ts";
import type { CompiledNeeds } from "./fingerprint.ts";

export const compiledFormat = "ptc-compiled";
export const compiledVersion = 1;

/** A compiled agent as JSON. */
export interface CompiledJson {
  readonly format: typeof compiledFormat;
  readonly version: typeof compiledVersion;
  readonly source: string;
  readonly needs: CompiledNeeds;
  readonly data: DataShape;
  readonly llmRequired: boolean;
  readonly hash: string;
}

/** The fields that are read. The others follow from them. */
export type ReadCompiled = Pick<CompiledJson, "source" | "needs" | "data" | "hash">;

/** Thrown if the JSON is not a compiled agent; the message says why. */
export class CompiledFormatError extends Error {}

const longestSource = 1_000_000;
const deepestShape = 32;
const kinds: readonly DataKind[] = ["nil", "boolean", "number", "text", "list", "map", "other"];

/** @throws CompiledFormatError with the location and the expected value */
export function readCompiled(json: unknown): ReadCompiled {
  const fields = objectAt(json, "it");
  if (fields.get("format") !== compiledFormat)
    throw new CompiledFormatError(`format: expected ${JSON.stringify(compiledFormat)}`);
  if (fields.get("version") !== compiledVersion)
    throw new CompiledFormatError(
      `version: this release reads version ${String(compiledVersion)} of the format`,
    );
  const source = textAt(fields.get("source"), "source");
  if (source.length > longestSource)
    throw new CompiledFormatError(`source: expected at most ${String(longestSource)} characters`);
  return {
    source,
    needs: needsAt(fields.get("needs")),
    data: shapeAt(fields.get("data"), "data", 0),
    hash: textAt(fields.get("hash"), "hash"),
  };
}

function needsAt(given: unknown): CompiledNeeds {
  const needs = objectAt(given, "needs");
  return {
    signature: textAt(needs.get("signature"), "needs.signature"),
    tools: listAt(needs.get("tools"), "needs.tools", (pair, path) => {
      const [name, signature] = pairAt(pair, path);
      return [name, signature === null ? null : textAt(signature, path)] as const;
    }),
    limits: listAt(needs.get("limits"), "needs.limits", (pair, path) => {
      const [name, value] = pairAt(pair, path);
      if (typeof value !== "number") throw expected("a number", path);
      return [name, value] as const;
    }),
    ...(needs.get("libraries") === undefined
      ? {}
      : {
          libraries: listAt(needs.get("libraries"), "needs.libraries", (pair, path) => {
            const [name, hash] = pairAt(pair, path);
            return [textAt(name, path), textAt(hash, path)] as const;
          }),
        }),
  };
}

function shapeAt(given: unknown, path: string, depth: number): DataShape {
  if (depth > deepestShape) throw expected(`at most ${String(deepestShape)} levels`, path);
  const shape = objectAt(given, path);
  const [fields, items, texts] = [shape.get("fields"), shape.get("items"), shape.get("texts")];
  const [spellings, ignores] = [shape.get("spellings"), shape.get("ignores")];
  const tools = shape.get("tools");
  return {
    kinds: listAt(shape.get("kinds"), `${path}.kinds`, (kind, at) => {
      const known = kinds.find((each) => each === kind);
      if (known === undefined) throw expected(`one of ${kinds.join(", ")}`, at);
      return known;
    }),
    ...(fields === undefined
      ? {}
      : {
          fields: listAt(fields, `${path}.fields`, (field, at) => {
            const [name, of, isAlways] = pairAt(field, at);
            return [name, shapeAt(of, `${at}[1]`, depth + 1), isAlways === true] as const;
          }),
        }),
    ...(tools === undefined
      ? {}
      : {
          tools: listAt(tools, `${path}.tools`, (tool, at) => {
            const [name, of] = pairAt(tool, at);
            return [name, shapeAt(of, `${at}[1]`, depth + 1)] as const;
          }),
        }),
    ...(items === undefined ? {} : { items: shapeAt(items, `${path}.items`, depth + 1) }),
    ...(texts === undefined ? {} : { texts: listAt(texts, `${path}.texts`, textAt) }),
    ...(spellings === undefined
      ? {}
      : { spellings: listAt(spellings, `${path}.spellings`, textAt) }),
    ...(ignores === undefined ? {} : { ignores: listAt(ignores, `${path}.ignores`, ignoredAt) }),
  };
}

function ignoredAt(given: unknown, path: string): IgnoredDifference {
  if (given !== "case" && given !== "space") throw expected("case or space", path);
  return given;
}

/** Returns the own fields of an object, without running accessors. */
function objectAt(given: unknown, path: string): ReadonlyMap<string, unknown> {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw expected("an object", path);
  return new Map(
    Object.entries(Object.getOwnPropertyDescriptors(given)).map(([name, property]) => [
      name,
      property.value as unknown,
    ]),
  );
}

function listAt<Item>(
  given: unknown,
  path: string,
  read: (item: unknown, path: string) => Item,
): readonly Item[] {
  if (!Array.isArray(given)) throw expected("a list", path);
  return given.map((item: unknown, index) => read(item, `${path}[${String(index)}]`));
}

/** Returns a name and the values that belong to it. */
function pairAt(given: unknown, path: string): readonly [string, unknown, unknown] {
  if (!Array.isArray(given)) throw expected("a list that starts with a name", path);
  const [name, value, extra] = given as readonly unknown[];
  return [textAt(name, `${path}[0]`), value, extra];
}

function textAt(given: unknown, path: string): string {
  if (typeof given !== "string") throw expected("a text", path);
  return given;
}

function expected(what: string, path: string): CompiledFormatError {
  return new CompiledFormatError(`${path}: expected ${what}`);
}
