// The path of an operation: literal texts and parameters. It is split into segments once, so that a
// value can never leave its segment.
//
//   /users/{id}/files/{name}.{format}   ──▶   users · {id} · files · {name} "." {format}

import { shown, Unusable } from "../document/unusable.ts";
import { wellFormed } from "../text/well-formed.ts";
import type { Parameter } from "./parameters.ts";

/** A literal text, already encoded, or a parameter. */
type SegmentPart<Known> = string | Known;

/** The parts of each segment. */
export type PathTemplate<Known extends Parameter = Parameter> =
  readonly (readonly SegmentPart<Known>[])[];

/** @throws Unusable for an undescribed parameter, or a path that leads above the server's */
export function pathTemplate<Known extends Parameter>(
  path: string,
  parameters: readonly Known[],
): PathTemplate<Known> {
  const known = new Map(
    parameters.filter(({ location }) => location === "path").map((one) => [one.name, one]),
  );
  const segments = path
    .slice(1)
    .split("/")
    .map((segment) => segmentParts(segment, known));
  const used = new Set<unknown>(segments.flat());
  const unused = [...known.values()].find((parameter) => !used.has(parameter));
  if (unused !== undefined)
    throw new Unusable(`its path has no {${shown(unused.name).slice(1, -1)}} for that parameter`);
  return segments;
}

function segmentParts<Known extends Parameter>(
  segment: string,
  known: ReadonlyMap<string, Known>,
): readonly SegmentPart<Known>[] {
  const parts = segment.split(/(\{[^{}]*\})/).filter((part) => part !== "");
  return parts.map((part) => {
    if (!part.startsWith("{") || !part.endsWith("}")) return literalPart(part, parts.length === 1);
    const name = part.slice(1, -1);
    const parameter = known.get(name);
    if (parameter === undefined)
      throw new Unusable(`its path names ${shown(name)}, but it has no such parameter`);
    return parameter;
  });
}

function literalPart(text: string, isAlone: boolean): string {
  if (/[?#\\{}\p{Cc}]/u.test(text) || (isAlone && isDots(text)))
    throw new Unusable(`its path has the invalid part ${shown(text)}`);
  // Keep existing percent-encodings.
  return encodeURI(wellFormed(text)).replace(/%25([0-9a-f]{2})/gi, "%$1");
}

/** True if a segment is `.` or `..` in any encoding. */
export function isDots(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}
