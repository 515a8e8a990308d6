// Selects the operations that become tools: those the host lists by operation, tag or method, or
// those its function accepts.

import { shortened } from "@ptc/core/internal/printing";
import { OptionError } from "@ptc/core/errors";
import { didYouMean } from "@ptc/core/internal/errors";
import type { FoundOperation, OpenApiOperation } from "./document/operations.ts";

/** Operations must match every given list. */
export interface IncludeLists {
  /** `operationId`s, or `GET /users/{id}`. */
  readonly operations?: readonly string[];
  readonly tags?: readonly string[];
  /** Methods such as `GET`. Omit those that write to get read-only tools. */
  readonly methods?: readonly string[];
}

/** The selected operations: lists of operations, tags and methods, or a function. */
export type IncludeOption = IncludeLists | ((operation: OpenApiOperation) => boolean);

/** @throws OptionError for a name that matches no operation */
export function selected(
  operations: readonly FoundOperation[],
  include: IncludeOption | undefined,
): readonly FoundOperation[] {
  if (include === undefined) return operations;
  if (typeof include === "function")
    return operations.filter(({ method, path, operationId, tags }) =>
      include({ method, path, tags, ...(operationId === undefined ? {} : { operationId }) }),
    );
  return (Object.keys(namesOf) as (keyof IncludeLists)[]).reduce((left, list) => {
    const names = include[list];
    return names === undefined ? left : withNames(left, operations, list, names);
  }, operations);
}

type NamesOf = (operation: FoundOperation) => readonly string[];

const namesOf: Readonly<Record<keyof IncludeLists, NamesOf>> = {
  operations: ({ method, path, operationId }) => [`${method} ${path}`, ...optional(operationId)],
  tags: ({ tags }) => tags,
  methods: ({ method }) => [method],
};

export const includeLists = Object.keys(namesOf);

function optional(name: string | undefined): readonly string[] {
  return name === undefined ? [] : [name];
}

function withNames(
  left: readonly FoundOperation[],
  all: readonly FoundOperation[],
  list: keyof IncludeLists,
  names: readonly string[],
): readonly FoundOperation[] {
  const known = new Set(all.flatMap((operation) => namesOf[list](operation)));
  const wanted = new Set(list === "methods" ? names.map((name) => name.toUpperCase()) : names);
  for (const name of wanted)
    // A document needn't have every method.
    if (!known.has(name) && list !== "methods")
      throw new OptionError(
        `include.${list}`,
        [
          `no operation of the document has ${JSON.stringify(shortened(name, 80))}`,
          didYouMean(name, known),
        ]
          .filter((text) => text !== undefined)
          .join("; "),
      );
  return left.filter((operation) => namesOf[list](operation).some((name) => wanted.has(name)));
}
