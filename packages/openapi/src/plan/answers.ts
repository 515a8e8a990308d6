// Plans the successful responses of an operation: the accepted media types, and the value for each
// status.

import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { own, ownObject } from "../document/json-object.ts";
import type { References } from "../document/references.ts";
import { isMediaType, mediaKind, type MediaKind } from "./media-type.ts";
import { fileSchema, type Schema, type SchemaView } from "./schema-view.ts";

export interface Answers {
  /** The `Accept` header. */
  readonly accept: string;
  /** True if the document promises only JSON, so that anything else is an error. */
  readonly isJson: boolean;
  /** The schema of all responses together; undefined if the document doesn't specify it. */
  readonly schema: Schema | undefined;
}

/** Statuses without content according to HTTP. */
const withoutContent: ReadonlySet<string> = new Set(["204", "205"]);

/** @throws Unusable */
export function answersOf(
  { method, operation }: { readonly method: string; readonly operation: JsonObject },
  references: References,
  view: SchemaView,
): Answers {
  if (method === "HEAD") return { accept: "*/*", isJson: false, schema: { type: "null" } };
  const contents = successes(ownObject(operation, "responses")).map(([status, given]) => {
    const response = references.follow(given);
    return { status, content: isObject(response) ? ownObject(response, "content") : {} };
  });
  const media = contents.flatMap(({ content }) =>
    Object.entries(content)
      .filter(([mediaType]) => isMediaType(mediaType))
      .map(([mediaType, value]) => ({
        mediaType,
        kind: mediaKind(mediaType),
        schema: isObject(value) ? own(value, "schema") : undefined,
      })),
  );
  const json = media.filter(({ kind }) => kind === "json");
  const asked = json.length > 0 ? json : media;
  const isEmpty = contents.filter(({ content }) => Object.keys(content).length === 0);
  const isOpen =
    asked.some(({ kind, schema }) => kind === "any" || (kind === "json" && schema === undefined)) ||
    isEmpty.some(({ status }) => !withoutContent.has(status)) ||
    contents.length === 0;
  const schemas = isOpen ? [] : asked.map(({ kind, schema }) => answerSchema(kind, schema, view));
  return {
    accept: [...new Set(asked.map(({ mediaType }) => mediaType))].slice(0, 10).join(", ") || "*/*",
    isJson: json.length > 0,
    schema: isOpen
      ? undefined
      : together([...schemas, ...(isEmpty.length > 0 ? [{ type: "null" }] : [])]),
  };
}

/** Returns the responses for success, or else the default response. */
function successes(responses: JsonObject): readonly [string, unknown][] {
  const entries = Object.entries(responses);
  const found = entries.filter(([status]) => /^2(?:\d\d|XX)$/i.test(status));
  return found.length > 0 ? found : entries.filter(([status]) => status === "default");
}

function answerSchema(kind: MediaKind, schema: unknown, view: SchemaView): Schema {
  if (kind === "json") return view.read(schema);
  return kind === "binary" ? fileSchema() : { type: "string" };
}

function together(schemas: readonly Schema[]): Schema {
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined ? only : { anyOf: schemas };
}
