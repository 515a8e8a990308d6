// Creates a file for the context of a mission: an image, a PDF, or any other file for a model to
// look at. Validates everything, so that every file that exists can be sent.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { OptionError } from "@ptc/core/errors";
import { HostFile, type FileContent } from "@ptc/core/values";
import { knownOptions, wrongOption } from "../options/option-checks.ts";
import { base64Bytes, base64Size, wrongBase64At } from "./base64.ts";
import { isMediaType, isWebUrl, longestUrl } from "./file-form.ts";
import { mostFileBytes } from "./file-bounds.ts";
import { sizeText } from "./size-text.ts";

interface NamedFile {
  /** The full media type, such as `image/png`. It determines whether a model accepts the file. */
  readonly mediaType: string;
  /** The name of the file for the model and programs, at most 255 characters. */
  readonly name?: string;
}

/** The parts of a context file: its bytes or their URL, its media type and its name. */
export type ContextFileOptions = NamedFile &
  (
    | {
        /** The bytes, which are copied, or their base64 text. At most 20 million bytes. */
        readonly data: Uint8Array | string;
        readonly url?: never;
      }
    | {
        /**
         * An http or https URL from which the model's provider loads the file, instead of the
         * bytes.
         */
        readonly url: string | URL;
        readonly data?: never;
      }
  );

/** A file for a context. Programs see its fields, but never its content. */
export type ContextFile = HostFile;

const optionNames = ["data", "url", "mediaType", "name"] as const;

/**
 * Creates a file for a context. If a prompt names it, it is attached to the message. Programs read
 * a map of its name, media type, size and digest.
 * @throws OptionError
 */
export function contextFile(options: ContextFileOptions): ContextFile {
  knownOptions(options, optionNames);
  // A caller written in JavaScript may pass anything.
  const { data, url, mediaType, name }: Partial<Record<(typeof optionNames)[number], unknown>> =
    options;
  if (data !== undefined && url !== undefined)
    throw new OptionError("url", "can't be combined with `data`: pass one of the two");
  const fields = {
    ...(name === undefined ? {} : { name: checkedName(name) }),
    media_type: checkedMediaType(mediaType),
  };
  if (url !== undefined) {
    const address = checkedUrl(url);
    return new HostFile(
      { ...fields, digest: digestOf(new TextEncoder().encode(address)) },
      { url: address },
    );
  }
  const { content, bytes } = checkedData(data);
  return new HostFile({ ...fields, size_bytes: bytes.length, digest: digestOf(bytes) }, content);
}

const digitsOfDigest = 32;

/** Returns the digest that identifies the bytes where they are not included. */
export function digestOf(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes)).slice(0, digitsOfDigest);
}

const longestName = 255;

function checkedName(name: unknown): string {
  if (typeof name === "string" && name !== "" && name.length <= longestName) return name;
  throw wrongOption("name", `expected a string of 1 to ${String(longestName)} characters`, name);
}

function checkedMediaType(mediaType: unknown): string {
  if (typeof mediaType === "string" && isMediaType(mediaType)) return mediaType.toLowerCase();
  throw wrongOption(
    "mediaType",
    'expected a full media type without parameters, such as "image/png" or "application/pdf"',
    mediaType,
  );
}

function checkedUrl(url: unknown): string {
  const text = url instanceof URL ? url.href : url;
  if (typeof text === "string" && isWebUrl(text)) return new URL(text).href;
  throw wrongOption(
    "url",
    `expected an http or https URL of at most ${String(longestUrl)} characters (pass the content of a data URL as \`data\`)`,
    text,
  );
}

function checkedData(data: unknown): {
  readonly content: FileContent;
  readonly bytes: Uint8Array<ArrayBuffer>;
} {
  if (typeof data === "string") return checkedBase64(data);
  const length = lengthOfBytes(data);
  if (length === undefined)
    throw wrongOption(
      "data",
      "expected a Uint8Array or base64 of the bytes (for an ArrayBuffer, new Uint8Array(buffer)), or a url instead",
      data,
    );
  assertSize(length);
  const bytes = new Uint8Array(data as Uint8Array);
  return { content: { data: bytes }, bytes };
}

function checkedBase64(text: string): ReturnType<typeof checkedData> {
  assertSize(base64Size(text));
  const wrongAt = wrongBase64At(text);
  if (wrongAt > 0)
    throw new OptionError(
      "data",
      `is not base64 ${wrongAt > text.length ? "to its end: its length is not a multiple of four" : `at character ${String(wrongAt)}`}; for a data URL, pass the part after the comma`,
    );
  return { content: { data: text }, bytes: base64Bytes(text) };
}

function assertSize(bytes: number): void {
  if (bytes < 1) throw new OptionError("data", "is empty");
  if (bytes > mostFileBytes)
    throw new OptionError(
      "data",
      `a file can have at most ${sizeText(mostFileBytes)}, but this one has ${sizeText(bytes)}`,
    );
}

/**
 * Reads the length from the internal slots, which a proxy doesn't have and a subclass can't
 * change.
 */
function lengthOfBytes(data: unknown): number | undefined {
  const typedArray: object = Object.getPrototypeOf(Uint8Array.prototype) as object;
  if (Reflect.get(typedArray, Symbol.toStringTag, data) !== "Uint8Array") return undefined;
  return Reflect.get(typedArray, "length", data) as number;
}
