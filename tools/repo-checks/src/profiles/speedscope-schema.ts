// Validates a profile with the JSON schema in speedscope's package.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { Ajv } from "ajv";

/** The folder of speedscope's static files. */
export const speedscopeFolder = join(
  dirname(createRequire(import.meta.url).resolve("speedscope/package.json")),
  "dist/release",
);

const mostShown = 10;

export function schemaProblems(profile: unknown): readonly string[] {
  const schema = JSON.parse(
    readFileSync(join(speedscopeFolder, "file-format-schema.json"), "utf8"),
  ) as object;
  const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
  if (validate(profile)) return [];
  return (validate.errors ?? [])
    .slice(0, mostShown)
    .map(({ instancePath, message = "" }) => `speedscope's schema: ${instancePath} ${message}`);
}
