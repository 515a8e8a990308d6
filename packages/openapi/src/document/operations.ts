// Finds the operations of a document, in its order.

import { oneLine } from "@ptc/core/internal/errors";
import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { own, ownList, ownObject, ownText } from "./json-object.ts";
import type { References } from "./references.ts";
import { Unusable } from "./unusable.ts";

/** The methods of OpenAPI, in lookup order. */
export const methods = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
] as const;

/** The properties by which a host selects an operation. */
export interface OpenApiOperation {
  /** A method such as `GET`. */
  readonly method: string;
  /** The document's path template: `/users/{id}`. */
  readonly path: string;
  readonly operationId?: string;
  readonly tags: readonly string[];
}

export interface FoundOperation extends OpenApiOperation {
  /** `GET /users/{id}`, on one line. */
  readonly label: string;
  readonly operation: JsonObject;
  readonly pathItem: JsonObject;
}

/** An invalid operation, and the reason. */
export interface NoOperation {
  readonly label: string;
  readonly reason: string;
}

export function operationsOf(
  document: JsonObject,
  references: References,
): readonly (FoundOperation | NoOperation)[] {
  return Object.entries(ownObject(document, "paths"))
    .filter(([path]) => path.startsWith("/"))
    .flatMap(([path, item]) => operationsAt(path, item, references));
}

function operationsAt(
  path: string,
  item: unknown,
  references: References,
): readonly (FoundOperation | NoOperation)[] {
  let pathItem: unknown;
  try {
    pathItem = references.follow(item);
  } catch (error) {
    if (error instanceof Unusable) return [{ label: oneLine(path, 200), reason: error.message }];
    throw error;
  }
  if (!isObject(pathItem)) return [{ label: oneLine(path, 200), reason: "it is not a path item" }];
  const found: (FoundOperation | NoOperation)[] = [];
  for (const name of methods) {
    const operation = own(pathItem, name);
    const method = name.toUpperCase();
    const label = oneLine(`${method} ${path}`, 200);
    if (isObject(operation)) {
      const operationId = ownText(operation, "operationId");
      const tags = ownList(operation, "tags").filter((tag) => typeof tag === "string");
      found.push({
        method,
        path,
        ...(operationId === undefined ? {} : { operationId }),
        tags,
        label,
        operation,
        pathItem,
      });
    } else if (operation !== undefined) found.push({ label, reason: "it is not an operation" });
  }
  return found;
}
