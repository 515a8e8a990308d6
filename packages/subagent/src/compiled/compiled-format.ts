// A compiled agent as JSON. What is read comes from outside: it is checked whole.

import { z } from "zod";
import type { DataShape } from "./data-contract.ts";

export const compiledFormat = "ptc-compiled";
export const compiledVersion = 1;

const text = z.string();

const shape: z.ZodType<DataShape> = z.lazy(() =>
  z.object({
    kinds: z.array(z.enum(["nil", "boolean", "number", "text", "list", "map", "other"])),
    fields: z.exactOptional(z.array(z.tuple([text, shape, z.boolean()]))),
    items: z.exactOptional(shape),
    texts: z.exactOptional(z.array(text)),
  }),
);

export const compiledSchema = z.object({
  format: z.literal(compiledFormat, `expected ${JSON.stringify(compiledFormat)}`),
  version: z.literal(
    compiledVersion,
    `this release reads version ${String(compiledVersion)} of the format`,
  ),
  source: text.max(1_000_000),
  needs: z.object({
    signature: text,
    tools: z.array(z.tuple([text, z.union([text, z.null()])])),
    limits: z.array(z.tuple([text, z.number()])),
  }),
  data: shape,
  llmRequired: z.boolean(),
  hash: text,
});

/** A compiled agent as JSON. */
export interface CompiledJson {
  readonly format: typeof compiledFormat;
  readonly version: typeof compiledVersion;
  readonly source: string;
  readonly needs: {
    readonly signature: string;
    readonly tools: readonly (readonly [name: string, signature: string | null])[];
    readonly limits: readonly (readonly [name: string, value: number])[];
  };
  readonly data: DataShape;
  readonly llmRequired: boolean;
  readonly hash: string;
}
