// Media types, as far as it matters here how their content is written and read.

export type MediaKind = "json" | "form" | "multipart" | "text" | "binary" | "any";

/** The type without its parameters, in small letters. */
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

/** Whether a text can be the name of a type in a header: nothing in it begins a line. */
export function isMediaType(text: string): boolean {
  return (
    text.length <= 300 &&
    /^[\x20-\x7e]*$/.test(text) &&
    /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(essenceOf(text))
  );
}
