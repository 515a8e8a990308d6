// Plans a request body: the media type to send, and its arguments. If it is an object with named
// fields, each field is an argument; otherwise the entire body is one.

import { shortened } from "@ptc/core/internal/printing";
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
  /** The name of its argument. */
  readonly argument: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

export interface RequestBody {
  readonly mediaType: string;
  readonly kind: MediaKind;
  readonly isRequired: boolean;
  readonly schema: Schema;
  /** The view of the schemas. */
  readonly view: SchemaView;
  /** The argument for the entire body; undefined if each field is an argument. */
  readonly argument: string | undefined;
  readonly fields: readonly BodyField[];
  /** True if unknown arguments are also fields of the body. */
  readonly isOpen: boolean;
  /** Encodings of individual fields, if the document has any. */
  readonly encodings: ReadonlyMap<string, FieldEncoding>;
}

export interface FieldEncoding {
  readonly contentType?: string;
  /** For a form field with at least part of a style in the document. */
  readonly writing?: Writing;
}

/** In order of preference. */
const kinds: readonly MediaKind[] = ["json", "form", "multipart", "text", "binary", "any"];

/** The document's body, and the chosen media type. */
export interface ChosenBody {
  readonly given: JsonObject;
  readonly mediaType: string;
  readonly kind: MediaKind;
  readonly media: JsonObject;
}

/**
 * Returns undefined for an operation without a body.
 * @throws Unusable
 */
export function chosenBody(operation: JsonObject, references: References): ChosenBody | undefined {
  const given = references.follow(own(operation, "requestBody"));
  if (given === undefined) return undefined;
  if (!isObject(given)) throw new Unusable("its request body is not an object");
  return { given, ...chosenMedia(ownObject(given, "content")) };
}

/** True if a body of this kind can contain bytes. */
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
        : { description: shortened(description, 300), ...schema },
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

/** Bytes are a file, and text is text, whatever schema the document gives. */
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
