import { expect, test } from "vitest";
import { takesMediaType } from "./media-types.ts";

test.each<[readonly string[] | undefined, string, boolean]>([
  [["image/png"], "image/png", true],
  [["image/png"], "image/jpeg", false],
  [["image/*"], "image/jpeg", true],
  [["IMAGE/*"], "Image/JPEG", true],
  [["image/*"], "imagery/png", false],
  [["*/*"], "audio/mpeg", true],
  [["application/pdf", "image/*"], "application/pdf", true],
  [[], "image/png", false],
  [undefined, "image/png", false],
  [["*"], "image/png", false],
])("with the accepted types %j, takesMediaType(%s) is %s", (taken, mediaType, expected) => {
  expect(takesMediaType(taken, mediaType)).toBe(expected);
});

test("an invalid declaration in JavaScript accepts no file", () => {
  for (const declared of ["image/*", true, [null, 1], {}])
    expect(takesMediaType(declared as unknown as readonly string[], "image/png")).toBe(false);
});
