// Collects the previous agent's descriptions of the fields that it returned. A step may come from a
// file, so its texts are untrusted: they are shortened to one line and cannot imitate a data
// envelope.

import { parseSignature, type Field, type Type } from "@ptc/signature";
import type { StepOfMission } from "../agent/tool-answer.ts";
import { withoutEnvelopeTags } from "../preview/envelope-tags.ts";
import { visibleData } from "../preview/visible-data.ts";
import { cutAtWord } from "../prompt/cut-at-word.ts";

const longestDescription = 400;

/**
 * Returns descriptions by field name: those of the step, or else those of its signature. Fields
 * that `own` has too are skipped, because `own` overrides them.
 */
export function describedFields(
  step: StepOfMission,
  fields: object,
  own: unknown,
): ReadonlyMap<string, string> {
  const { fieldDescriptions, signature } = step as Partial<DescribedStep>;
  const descriptions = new Map<string, unknown>([
    ...inSignature(signature),
    ...(typeof fieldDescriptions === "object" ? Object.entries(fieldDescriptions ?? {}) : []),
  ]);
  const flowing = new Map<string, string>();
  for (const [name, description] of descriptions)
    if (typeof description === "string" && Object.hasOwn(fields, name) && !has(own, name))
      flowing.set(name, shown(description));
  return flowing;
}

interface DescribedStep {
  readonly fieldDescriptions: Readonly<Record<string, unknown>> | null;
  readonly signature: unknown;
}

function inSignature(text: unknown): readonly (readonly [string, string])[] {
  if (typeof text !== "string") return [];
  const parsed = parseSignature(text);
  if (!parsed.ok) return [];
  return fieldsOf(parsed.signature.output).flatMap(({ name, description }) =>
    description === undefined ? [] : [[name, description] as const],
  );
}

function fieldsOf(type: Type): readonly Field[] {
  if (type.kind === "reference" || type.kind === "nilable") return fieldsOf(type.type);
  return type.kind === "map" ? type.fields : [];
}

function has(own: unknown, name: string): boolean {
  return typeof own === "object" && own !== null && Object.hasOwn(own, name);
}

function shown(description: string): string {
  const line = description
    .slice(0, 2 * longestDescription)
    .replace(/\s+/gu, " ")
    .trim();
  return cutAtWord(visibleData(withoutEnvelopeTags(line)), longestDescription);
}
