// Converts the content of a result without structure to a value. A single text is that text, or the
// parsed JSON, with exact integers, if the host wants that; no content is nil. Anything else is a
// list of maps in the server's order, each with its type:
//
//   {:type "text" :text "…"}
//   {:type "image" :file …}        and "audio"; `contextFile` creates the file
//   {:type "resource" :uri "…" :media-type "…" :text "…"}     or with :file for bytes
//   {:type "resource_link" :uri "…" :name "…" :description "…" :media-type "…"}
//
// Bytes stay in files. Programs see a file's fields, and can pass files to other tools and models.

import { fromJson } from "@ptc/core/json";
import { oneLine } from "@ptc/core/internal/errors";
import { contextFile } from "@ptc/subagent";
import { isObject } from "@ptc/core/internal/host";

type Part = Readonly<Record<string, unknown>>;

export function valueOfContent(content: readonly unknown[], parsesJson: boolean): unknown {
  const [first] = content;
  if (content.length === 0) return null;
  if (content.length === 1 && isObject(first) && first["type"] === "text") {
    const text = textOf(first["text"]);
    return parsesJson ? jsonIn(text) : text;
  }
  return content.map(valueOfPart);
}

function textOf(text: unknown): string {
  return typeof text === "string" ? text : "";
}

/** Returns the object or array in the text, or else the text: `"12"` stays a text. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return fromJson(text);
  } catch {
    return text;
  }
}

const readers = new Map<unknown, (part: Part) => object>([
  ["text", ({ text }) => ({ type: "text", text: textOf(text) })],
  ["image", filePart],
  ["audio", filePart],
  ["resource", ({ resource }) => resourcePart(isObject(resource) ? resource : {})],
  ["resource_link", linkPart],
]);

/** Parts of a later protocol version are passed through as data. */
function valueOfPart(part: unknown): unknown {
  return isObject(part) ? (readers.get(part["type"])?.(part) ?? part) : part;
}

function filePart({ type, data, mimeType }: Part): object {
  return { type, ...fileOf(data, mimeType, undefined) };
}

function resourcePart({ uri, mimeType, text, blob }: Part): object {
  return {
    type: "resource",
    ...texts({ uri, media_type: mimeType, text }),
    ...(blob === undefined ? {} : fileOf(blob, mimeType, uri)),
  };
}

function linkPart({ uri, name, title, description, mimeType, size }: Part): object {
  return {
    type: "resource_link",
    ...texts({ uri, name, title, description, media_type: mimeType }),
    ...(typeof size === "number" ? { size_bytes: size } : {}),
  };
}

function texts(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => typeof text === "string"));
}

const longestName = 255;

/**
 * Returns a file of these bytes, or an explanation if they are invalid, so that one bad part
 * doesn't fail the others.
 */
function fileOf(data: unknown, mimeType: unknown, uri: unknown): object {
  const name = typeof uri === "string" ? (uri.split("/").at(-1) ?? "") : "";
  try {
    const file = contextFile({
      data: String(data),
      // Drop parameters, as in `text/plain; charset=utf-8`.
      mediaType:
        typeof mimeType === "string"
          ? (mimeType.split(";", 1)[0]?.trim() ?? "")
          : "application/octet-stream",
      ...(name === "" || name.length > longestName ? {} : { name }),
    });
    return { file };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { problem: oneLine(message.replace(/^option `\w+`: /, ""), 200) };
  }
}
