// Files in the values of a recording. It keeps the fields of a file and not its bytes; which maps
// are files is told by their digests beside the value. When it is played back, they are files
// without contents, since no model is asked.

import type { Json } from "@ptc/core/encoding";
import { HostFile } from "@ptc/core/values";
import { recordOf } from "@ptc/core/internal/values";
import { isMediaType } from "../files/file-form.ts";
import { isFields } from "../step-json/kept-value.ts";

/** Which of `digests` are those of maps in `json`: firewalled files are not in it any more. */
export function filesIn(json: Json, digests: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  const look = (value: Json): void => {
    if (typeof value === "string" && digests.has(value)) found.add(value);
    if (typeof value === "object" && value !== null)
      for (const item of Object.values(value) as readonly Json[]) look(item);
  };
  look(json);
  return [...found];
}

/** `value` with a file for each map that has one of `digests`. */
export function withFiles(value: unknown, digests: readonly string[] | undefined): unknown {
  return digests === undefined ? value : revived(value, new Set(digests));
}

function revived(value: unknown, digests: ReadonlySet<string>): unknown {
  const within = (item: unknown): unknown => revived(item, digests);
  if (Array.isArray(value)) return value.map(within);
  if (value instanceof Set) return new Set(Array.from(value, within));
  if (value instanceof Map)
    return new Map(Array.from(value, ([key, item]) => [within(key), within(item)]));
  if (!isFields(value)) return value;
  return (
    fileOf(value, digests) ??
    recordOf(Object.entries(value).map(([name, item]): [string, unknown] => [name, within(item)]))
  );
}

/** The recording comes from outside: what is not whole stays a map. */
function fileOf(
  { name, media_type, size_bytes, digest }: Readonly<Record<string, unknown>>,
  digests: ReadonlySet<string>,
): HostFile | undefined {
  if (typeof digest !== "string" || !digests.has(digest) || typeof media_type !== "string")
    return undefined;
  if (!isMediaType(media_type)) return undefined;
  return new HostFile({
    ...(typeof name === "string" ? { name } : {}),
    media_type,
    ...(typeof size_bytes === "number" ? { size_bytes } : {}),
    digest,
  });
}
