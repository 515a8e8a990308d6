import { expect, test } from "vitest";
import type { FilePart } from "../contract/file-part.ts";
import { contentText } from "./content-text.ts";
import { estimateFileTokens } from "./file-tokens.ts";
import { estimateUsage } from "./usage.ts";

const part = (mediaType: string, bytes: number): FilePart => ({
  type: "file",
  mediaType,
  data: new Uint8Array(bytes),
});

test.each<[string, number, number]>([
  ["image/png", 1, 1_500],
  ["IMAGE/PNG", 5_000_000, 1_500],
  ["text/csv", 4_000, 1_000],
  ["application/json", 4_000, 1_000],
  ["image/svg+xml", 4_000, 1_500],
  ["application/atom+xml", 4_000, 1_000],
  ["audio/mpeg", 500_000, 1_000],
  ["application/pdf", 1, 2_000],
  ["application/pdf", 250_000, 6_000],
  ["application/pdf", 20_000_000, 200_000],
])("a file of type %s and %d bytes counts as %d tokens", (mediaType, bytes, tokens) => {
  expect(estimateFileTokens(part(mediaType, bytes))).toBe(tokens);
});

test("base64 counts by its decoded bytes, and a URL as a million bytes", () => {
  expect(estimateFileTokens({ type: "file", mediaType: "text/plain", data: "A".repeat(400) })).toBe(
    75,
  );
  expect(
    estimateFileTokens({ type: "file", mediaType: "application/pdf", url: "https://a.example" }),
  ).toBe(20_000);
});

test("files count in the estimate of a request, but not in the text of a message", () => {
  const content = [{ type: "text", text: "Look." } as const, part("image/png", 10)];
  const { inputTokens } = estimateUsage({ messages: [{ role: "user", content }] }, { content: [] });
  expect(inputTokens).toBe(1_502);
  expect(contentText(content)).toBe("Look.");
});
