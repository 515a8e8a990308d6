// Reads the parameters of an operation: location, style and schema of each. Parameters of the path
// item apply unless the operation has one of the same name and location.

import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { own, ownList, ownText } from "../document/json-object.ts";
import type { References } from "../document/references.ts";
import { shown, Unusable } from "../document/unusable.ts";
import { mediaKind } from "./media-type.ts";
import { describedSchema } from "./schema-notes.ts";
import type { Schema, SchemaView } from "./schema-view.ts";

export const locations = ["path", "query", "header", "cookie"] as const;

export type ParameterLocation = (typeof locations)[number];

export type Style =
  "matrix" | "label" | "simple" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";

/** How a value becomes text: in a style, or as JSON. */
export interface Writing {
  readonly style: Style | "json";
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

export interface Parameter extends Writing {
  readonly name: string;
  readonly location: ParameterLocation;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** The first style is the default. */
const stylesAt: Readonly<Record<ParameterLocation, readonly Style[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

/** Other fields of the document describe these headers. */
const ignoredHeaders: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

/** These control routing and framing, or are derived from other values. */
const refusedHeaders: ReadonlySet<string> = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "te",
  "trailer",
  "keep-alive",
  "expect",
  "cookie",
  "proxy-authorization",
]);

const mostParameters = 200;

/** @throws Unusable */
export function parametersOf(
  pathItem: JsonObject,
  operation: JsonObject,
  references: References,
  view: SchemaView,
): readonly Parameter[] {
  const found = new Map<string, Parameter>();
  for (const given of [...ownList(pathItem, "parameters"), ...ownList(operation, "parameters")]) {
    const parameter = parameterOf(references.follow(given), references, view);
    if (parameter !== undefined) found.set(`${parameter.location} ${parameter.name}`, parameter);
    if (found.size > mostParameters)
      throw new Unusable(`it has more than ${String(mostParameters)} parameters`);
  }
  return [...found.values()].sort(
    (left, right) => locations.indexOf(left.location) - locations.indexOf(right.location),
  );
}

/**
 * Returns undefined for a parameter that other fields describe, or that is optional and unusable.
 */
function parameterOf(
  given: unknown,
  references: References,
  view: SchemaView,
): Parameter | undefined {
  if (!isObject(given)) throw new Unusable("one of its parameters is not an object");
  const name = ownText(given, "name") ?? "";
  const location = locations.find((one) => one === own(given, "in"));
  if (location === undefined)
    throw new Unusable(
      `its parameter ${shown(name)} is in ${shown(String(own(given, "in")))}, not in ${locations.join(", ")}`,
    );
  if (name === "") throw new Unusable(`a parameter in ${location} has no name`);
  const isRequired = location === "path" || own(given, "required") === true;
  if (location === "header" && !isHeader(name, isRequired)) return undefined;
  if (location === "cookie" && !isToken(name))
    throw new Unusable(`its parameter ${shown(name)} is not a valid cookie name`);
  const { schema, ...writing } = writingOf(given, location, name, view);
  return { name, location, isRequired, schema: described(schema, given, references), ...writing };
}

function isHeader(name: string, isRequired: boolean): boolean {
  const small = name.toLowerCase();
  if (ignoredHeaders.has(small)) return false;
  if (!isToken(name)) throw new Unusable(`its parameter ${shown(name)} is not a valid header name`);
  const isRefused = refusedHeaders.has(small) || small.startsWith("sec-");
  if (isRefused && isRequired) throw new Unusable(`its header ${shown(name)} is reserved`);
  return !isRefused;
}

/** True for a token by RFC 9110. */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]{1,200}$/.test(text);
}

function writingOf(
  given: JsonObject,
  location: ParameterLocation,
  name: string,
  view: SchemaView,
): Writing & { readonly schema: Schema } {
  const content = own(given, "content");
  if (isObject(content)) {
    const [mediaType = "", media] = Object.entries(content)[0] ?? [];
    if (mediaKind(mediaType) !== "json" || !isObject(media))
      throw new Unusable(
        `its parameter ${shown(name)} is written as ${shown(mediaType)}, but only JSON is supported there`,
      );
    const schema = view.read(own(media, "schema") ?? {});
    return { style: "json", explode: false, allowReserved: false, schema };
  }
  const givenStyle = own(given, "style") ?? stylesAt[location][0];
  const style = stylesAt[location].find((one) => one === givenStyle);
  if (style === undefined)
    throw new Unusable(
      `its parameter ${shown(name)} has the style ${shown(typeof givenStyle === "string" ? givenStyle : typeof givenStyle)}, which is not valid in ${location}`,
    );
  const explode = own(given, "explode");
  return {
    style,
    explode: typeof explode === "boolean" ? explode : style === "form",
    allowReserved: location === "query" && own(given, "allowReserved") === true,
    schema: view.read(own(given, "schema") ?? {}),
  };
}

/** Returns the schema with its parameter's description and its constraints. */
function described(schema: Schema, parameter: JsonObject, references: References): Schema {
  const description = ownText(parameter, "description");
  if (description === undefined) return schema;
  const target = references.follow(own(parameter, "schema"));
  const text = describedSchema({ ...(isObject(target) ? target : {}), description }, true);
  return text === undefined ? schema : { ...(isObject(schema) ? schema : {}), description: text };
}
