// Builds a request body from the arguments of a call, in the planned media type.

import { HostFile } from "@ptc/core/values";
import { recordOf } from "@ptc/core/internal/values";
import { isObject } from "@ptc/core/internal/host";
import type { MediaKind } from "../plan/media-type.ts";
import type { BodyField, FieldEncoding, RequestBody } from "../plan/request-body.ts";
import { wrongArguments } from "./failures.ts";
import { fileBytes } from "./file-bytes.ts";
import type { GivenArguments } from "./given-arguments.ts";
import { jsonText } from "./json-text.ts";
import { multipartBody, type BodyPart } from "./multipart.ts";
import { scalarText, styledPairs, type Pair } from "./parameter-style.ts";
import { encodeAll, encodeUnreserved } from "./percent.ts";
import type { WireValues } from "./wire-value.ts";

export interface BodyContent {
  readonly contentType: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** Returns undefined if there is no body to send. */
export function bodyContent(
  body: RequestBody,
  given: GivenArguments,
  wire: WireValues,
): BodyContent | undefined {
  const value =
    body.argument === undefined ? objectBody(body, given, wire) : wholeBody(body, given, wire);
  return value === undefined ? undefined : writers[body.kind](value, body);
}

function wholeBody(
  { argument = "", isRequired, schema }: RequestBody,
  given: GivenArguments,
  wire: WireValues,
): unknown {
  const value = given.take(argument);
  if (value !== undefined && value !== null) return wire.of(value, schema);
  if (value === null && wire.takesNull(schema) && isObject(schema)) return null;
  if (isRequired) throw wrongArguments(`pass ${argument}`);
  return undefined;
}

/** An optional body is present as soon as one of its fields is. */
function objectBody(
  { fields, isOpen, isRequired }: RequestBody,
  given: GivenArguments,
  wire: WireValues,
): unknown {
  const entries: [string, unknown][] = [];
  const missing: BodyField[] = [];
  for (const field of fields) {
    const value = given.take(field.argument);
    const isNil = value === undefined || value === null;
    if (!isNil) entries.push([field.name, wire.of(value, field.schema)]);
    else if (value === null && wire.takesNull(field.schema)) entries.push([field.name, null]);
    else if (field.isRequired) missing.push(field);
  }
  if (isOpen) for (const [name, value] of given.rest()) entries.push([name, wire.of(value, true)]);
  if (entries.length === 0 && !isRequired) return undefined;
  if (missing.length > 0)
    throw wrongArguments(
      `the body needs ${missing.map(({ argument }) => argument).join(", ")} too`,
    );
  return recordOf(entries);
}

type Writer = (value: unknown, body: RequestBody) => BodyContent;

const writers: Readonly<Record<MediaKind, Writer>> = {
  json: (value, { mediaType }) => ({ contentType: mediaType, content: jsonText(value) }),
  form: (value, body) => ({ contentType: body.mediaType, content: formText(value, body) }),
  multipart: (value, body) => multipartBody(partsOf(value, body)),
  text: (value, { mediaType }) => ({
    contentType: mediaType.includes(";") ? mediaType : `${mediaType}; charset=utf-8`,
    content: scalarText(value),
  }),
  binary: (value, { mediaType }) => fileContent(value, mediaType),
  any: (value, { mediaType }) =>
    HostFile.is(value)
      ? fileContent(value, mediaType)
      : typeof value === "string"
        ? { contentType: "text/plain; charset=utf-8", content: value }
        : { contentType: "application/json", content: jsonText(value) },
};

function fileContent(value: unknown, mediaType: string): BodyContent {
  if (!HostFile.is(value)) throw wrongArguments("the body is a file, such as one of data");
  return {
    contentType: mediaType.includes("*") ? value.media_type : mediaType,
    content: fileBytes(value),
  };
}

function formText(value: unknown, { encodings }: RequestBody): string {
  const pairs = Object.entries(isObject(value) ? value : { body: value }).flatMap(
    ([name, one]): readonly Pair[] => {
      if (HostFile.is(one)) throw wrongArguments(`a form can't contain a file: ${name}`);
      const { writing, contentType } = encodings.get(name) ?? {};
      if (writing !== undefined)
        return styledPairs(
          writing,
          name,
          one,
          writing.allowReserved ? encodeUnreserved : encodeAll,
        );
      if (isJsonField(one, contentType)) return [[encodeAll(name), encodeAll(jsonText(one))]];
      return styledPairs(
        { style: "form", explode: true, allowReserved: false },
        name,
        one,
        encodeAll,
      );
    },
  );
  return pairs.map((pair) => pair.join("=")).join("&");
}

/** In a form field, objects and lists of objects are sent as JSON. */
function isJsonField(value: unknown, contentType: string | undefined): boolean {
  if (contentType !== undefined) return /json/i.test(contentType);
  return isObject(value) || (Array.isArray(value) && value.some((one) => typeof one === "object"));
}

function partsOf(value: unknown, { encodings }: RequestBody): readonly BodyPart[] {
  return Object.entries(isObject(value) ? value : { body: value }).flatMap(([name, one]) =>
    Array.isArray(one) &&
    !isJsonField(
      one.filter((element) => !HostFile.is(element)),
      undefined,
    )
      ? one.map((element: unknown) => partOf(name, element, encodings.get(name)))
      : [partOf(name, one, encodings.get(name))],
  );
}

function partOf(name: string, value: unknown, encoding: FieldEncoding | undefined): BodyPart {
  const contentType = encoding?.contentType;
  const concrete = contentType === undefined || contentType.includes("*") ? undefined : contentType;
  if (HostFile.is(value))
    return {
      name,
      fileName: value.name ?? name,
      mediaType: concrete ?? value.media_type,
      content: fileBytes(value),
    };
  const isJson = typeof value === "object" || (concrete !== undefined && /json/i.test(concrete));
  const mediaType = concrete ?? (isJson ? "application/json" : undefined);
  return {
    name,
    ...(mediaType === undefined ? {} : { mediaType }),
    content: isJson ? jsonText(value) : scalarText(value),
  };
}
