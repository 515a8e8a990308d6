// Classifies media types by how their content is written and read.

export type MediaKind = "json" | "form" | "multipart" | "text" | "binary" | "any";

/** Returns the type without its parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

export function mediaKind(mediaType: string): MediaKind {
  const essence = essenceOf(mediaType);
  if (essence === "application/json" || essence === "text/json" || essence.endsWith("+json"))
    return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence === "multipart/form-data") return "multipart";
  if (essence === "*/*" || essence === "application/*") return "any";
  if (essence.startsWith("text/") || essence.endsWith("+xml") || texts.has(essence)) return "text";
  return "binary";
}

const texts: ReadonlySet<string> = new Set([
  "application/xml",
  "application/yaml",
  "application/x-yaml",
  "application/javascript",
  "application/x-ndjson",
  "application/jsonl",
  "application/sql",
  "application/graphql",
]);

/** True if the text can be a media type in a header; it can't contain line breaks. */
export function isMediaType(text: string): boolean {
  return (
    text.length <= 300 &&
    /^[\x20-\x7e]*$/.test(text) &&
    /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(essenceOf(text))
  );
}
