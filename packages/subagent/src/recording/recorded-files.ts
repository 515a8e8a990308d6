// Files in the values of a recording. A recording contains the fields of a file but not its bytes,
// and lists the digests of files next to the value. A replay has files without contents, because it
// sends no requests.

import type { Json } from "@ptc/core/encoding";
import { HostFile } from "@ptc/core/values";
import { recordOf } from "@ptc/core/internal/values";
import { isMediaType } from "../files/file-form.ts";
import { isFields } from "@ptc/core/internal/stored";

/** Returns the digests that occur in `json`. Those of firewalled files don't. */
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

/** Returns `value` with a file in place of each map that has one of `digests`. */
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

/**
 * Returns the file with these fields. Returns undefined if fields are missing or invalid, because
 * recordings aren't trusted.
 */
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
