// Tests `:file`: parameters accept a host file, and programs return the fields of one.

import { HostFile } from "@ptc/core/values";
import { expect, test } from "vitest";
import { parseSignature } from "../parse-signature.ts";
import { validateInput, validateOutput } from "./validate.ts";
import type { ValidationResult } from "./violation.ts";

const fields = { name: "a.png", media_type: "image/png", size_bytes: 3, digest: "d1" };
const file = new HostFile(fields, { data: new Uint8Array([1, 2, 3]) });

function check(side: "input" | "output", text: string, value: unknown): ValidationResult {
  const parsed = parseSignature(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return side === "input"
    ? validateInput(parsed.signature, value)
    : validateOutput(parsed.signature, value);
}

const input = (value: unknown) => check("input", "(photo :file) -> :any", { photo: value });
const output = (value: unknown) => check("output", ":file", value);

test("accepts a host file as a parameter and passes it on", () => {
  const taken = input(file);
  expect(taken.ok && (taken.value as { photo: unknown }).photo).toBe(file);
});

test("refuses the fields of a file as a parameter, because they have no contents", () => {
  const refused = input(fields);
  expect(refused.ok ? "" : refused.violations[0]?.message).toBe(
    "photo: expected file, got map with name, media_type, size_bytes, digest (a file value from data, not just its fields)",
  );
  for (const value of ["a.png", null, new Uint8Array(3), new Proxy(file, {}), [file]])
    expect(input(value).ok).toBe(false);
});

test("accepts the fields of a file as a result", () => {
  for (const value of [file, fields, { media_type: "a/b", digest: "d" }])
    expect(output(value)).toEqual({ ok: true, value });
  for (const value of [{ media_type: "a/b" }, { digest: "d" }, "a.png", { ...fields, digest: 1 }])
    expect(output(value).ok).toBe(false);
});

test.each([
  { name: {} },
  { name: null },
  { size_bytes: "3" },
  { size_bytes: 1.5 },
  { size_bytes: -1 },
  { media_type: 1 },
  { digest: null },
])("refuses a result with %j as the fields of a file", (wrong) => {
  expect(output({ ...fields, ...wrong }).ok).toBe(false);
});

test("treats a file as a map of its fields for every other type", () => {
  const text = "(photo {media-type :string, size_bytes :int}, all :map, any :any) -> :any";
  expect(check("input", text, { photo: file, all: file, any: file }).ok).toBe(true);
  const refused = check("input", "(photo :string) -> :any", { photo: file });
  expect(refused.ok ? "" : refused.violations[0]?.message).toBe("photo: expected string, got file");
});
