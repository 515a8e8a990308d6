// The body of a request: which of the media types of the document is sent, and which arguments it
// is made of. Of an object with named fields each field is an argument; of anything else the body
// is one.

import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { own, ownObject, ownText } from "../document/json-object.ts";
import type { References } from "../document/references.ts";
import { shown, Unusable } from "../document/unusable.ts";
import type { ArgumentNames } from "./argument-names.ts";
import { isMediaType, mediaKind, type MediaKind } from "./media-type.ts";
import { objectFields } from "./object-fields.ts";
import type { Style, Writing } from "./parameters.ts";
import { fileSchema, type Schema, type SchemaView } from "./schema-view.ts";

export interface BodyField {
  readonly name: string;
  /** The argument that it is. */
  readonly argument: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

export interface RequestBody {
  readonly mediaType: string;
  readonly kind: MediaKind;
  readonly isRequired: boolean;
  readonly schema: Schema;
  /** The view in which the schemas stand. */
  readonly view: SchemaView;
  /** The argument that is the whole body; undefined where each field is one. */
  readonly argument: string | undefined;
  readonly fields: readonly BodyField[];
  /** Whether arguments that nothing names are fields of the body too. */
  readonly isOpen: boolean;
  /** How single fields are written, where the document says so. */
  readonly encodings: ReadonlyMap<string, FieldEncoding>;
}

export interface FieldEncoding {
  readonly contentType?: string;
  /** Of a form; the document gave at least a part of it. */
  readonly writing?: Writing;
}

/** In this order one is chosen. */
const kinds: readonly MediaKind[] = ["json", "form", "multipart", "text", "binary", "any"];

/** A body as the document describes it, and the media type that is chosen of it. */
export interface ChosenBody {
  readonly given: JsonObject;
  readonly mediaType: string;
  readonly kind: MediaKind;
  readonly media: JsonObject;
}

/**
 * Undefined for an operation without a body.
 * @throws Unusable
 */
export function chosenBody(operation: JsonObject, references: References): ChosenBody | undefined {
  const given = references.follow(own(operation, "requestBody"));
  if (given === undefined) return undefined;
  if (!isObject(given)) throw new Unusable("its request body is not an object");
  return { given, ...chosenMedia(ownObject(given, "content")) };
}

/** Whether a body of this kind can hold bytes. */
export function holdsFiles(kind: MediaKind | undefined): boolean {
  return kind === "multipart" || kind === "binary" || kind === "any";
}

/** @throws Unusable */
export function requestBodyOf(
  { given, mediaType, kind, media }: ChosenBody,
  view: SchemaView,
  names: ArgumentNames,
): RequestBody {
  const schema = bodySchema(kind, own(media, "schema"), view);
  const hasFields = kind === "json" || kind === "form" || kind === "multipart";
  const flat = hasFields ? objectFields(schema, view) : undefined;
  const isRequired = own(given, "required") === true;
  const description = ownText(given, "description");
  return {
    mediaType,
    kind,
    isRequired,
    schema:
      flat !== undefined || description === undefined || !isObject(schema)
        ? schema
        : { description: description.slice(0, 300), ...schema },
    view,
    argument: flat === undefined ? names.take("body", "request") : undefined,
    fields: [...(flat?.fields ?? [])].map(([name, fieldSchema]) => ({
      name,
      argument: names.take(name, "body"),
      isRequired: flat?.required.has(name) === true,
      schema: fieldSchema,
    })),
    isOpen: flat?.isOpen === true,
    encodings: encodingsOf(ownObject(media, "encoding")),
  };
}

function chosenMedia(content: JsonObject): {
  readonly mediaType: string;
  readonly kind: MediaKind;
  readonly media: JsonObject;
} {
  const known = Object.entries(content)
    .filter(([mediaType]) => isMediaType(mediaType))
    .map(([mediaType, media]) => ({
      mediaType,
      kind: mediaKind(mediaType),
      media: isObject(media) ? media : {},
    }));
  for (const kind of kinds) {
    const chosen = known.find((one) => one.kind === kind);
    if (chosen !== undefined) return chosen;
  }
  throw new Unusable("its request body has no media type");
}

/** Bytes are a file, and text is text, whatever else a document says of them. */
function bodySchema(kind: MediaKind, given: unknown, view: SchemaView): Schema {
  if (kind === "text") return { type: "string" };
  if (kind === "binary") return fileSchema(isObject(given) ? given : {});
  return view.read(given ?? {});
}

function encodingsOf(encoding: JsonObject): ReadonlyMap<string, FieldEncoding> {
  return new Map(
    Object.entries(encoding).flatMap(([name, given]) =>
      isObject(given) ? [[name, encodingOf(name, given)] as const] : [],
    ),
  );
}

const formStyles: readonly Style[] = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];

function encodingOf(name: string, given: JsonObject): FieldEncoding {
  const contentType = ownText(given, "contentType");
  if (contentType !== undefined && !contentType.split(",").every((one) => isMediaType(one.trim())))
    throw new Unusable(`the encoding of its field ${shown(name)} has no media type`);
  const [style, explode, allowReserved] = ["style", "explode", "allowReserved"].map((keyword) =>
    own(given, keyword),
  );
  const chosen = style === undefined ? "form" : formStyles.find((one) => one === style);
  if (chosen === undefined)
    throw new Unusable(
      `its field ${shown(name)} has the style ${shown(String(style))}, which is not valid for a form`,
    );
  const saysHow = style !== undefined || explode !== undefined || allowReserved !== undefined;
  return {
    ...(contentType === undefined ? {} : { contentType: (contentType.split(",")[0] ?? "").trim() }),
    ...(saysHow
      ? {
          writing: {
            style: chosen,
            explode: typeof explode === "boolean" ? explode : chosen === "form",
            allowReserved: allowReserved === true,
          },
        }
      : {}),
  };
}
