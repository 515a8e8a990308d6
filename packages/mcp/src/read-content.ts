// The content of a result without structure, as a value. One text alone is that text, or the JSON
// in it where the host wants that; nothing is nil. Anything else is a list of maps in the order of
// the server, each with its type:
//
//   {:type "text" :text "…"}
//   {:type "image" :file …}        and "audio"; the file is what `contextFile` makes of it
//   {:type "resource" :uri "…" :media-type "…" :text "…"}     or with :file for bytes
//   {:type "resource_link" :uri "…" :name "…" :description "…" :media-type "…"}
//
// Bytes stay in files, whose fields programs see, and which other tools and models can be given.

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

/** The object or the array that a text is, or else the text: `"12"` stays a text. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
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

/** What a later version of the protocol may add is data as it is. */
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

/** A file of these bytes; of what is none, why not. One bad part does not cost the others. */
function fileOf(data: unknown, mimeType: unknown, uri: unknown): object {
  const name = typeof uri === "string" ? (uri.split("/").at(-1) ?? "") : "";
  try {
    const file = contextFile({
      data: String(data),
      // Parameters, as in `text/plain; charset=utf-8`, are no part of the type of a file.
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
