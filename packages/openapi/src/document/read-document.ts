// Reads a document from parsed JSON or its text. Checks only the top level here; operations are
// read one by one later.

import { OptionError } from "@ptc/core/errors";
import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { own } from "./json-object.ts";
import { shown } from "./unusable.ts";

/** The longest document text in UTF-16 units. */
const longestText = 50_000_000;

/** @throws OptionError if `given` is not an OpenAPI document of version 3.0 to 3.2 */
export function readDocument(given: unknown): JsonObject {
  const document = typeof given === "string" ? parsed(given) : given;
  if (!isObject(document))
    throw new OptionError("document", "expected an OpenAPI document as an object or as JSON text");
  if (/^3(?:$|\.[012](?:\.|$))/.test(versionText(document))) return document;
  throw new OptionError(
    "document",
    `expected OpenAPI 3.0, 3.1 or 3.2, got ${foundVersion(document)}`,
  );
}

function parsed(text: string): unknown {
  if (text.length > longestText)
    throw new OptionError(
      "document",
      `the text has more than ${String(longestText)} characters; parse it yourself and pass the object`,
    );
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new OptionError(
      "document",
      "the text is not JSON; parse YAML with a library such as yaml, and pass the object",
    );
  }
}

/** Returns the version, which a reader of YAML without quotes reads as the number 3, 3.1 or 3.2. */
function versionText(document: JsonObject): string {
  const version = own(document, "openapi");
  return typeof version === "string" || typeof version === "number" ? String(version) : "";
}

function foundVersion(document: JsonObject): string {
  const { swagger } = document;
  const version = versionText(document);
  if (version !== "") return shown(version);
  if (own(document, "swagger") !== undefined)
    return `Swagger ${typeof swagger === "string" ? shown(swagger) : "2.0"}: convert the document first`;
  return "an object without the field openapi";
}
