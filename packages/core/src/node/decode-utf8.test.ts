import { describe, expect, test } from "vitest";
import { decodeUtf8 } from "./decode-utf8.ts";

describe("bytes", () => {
  test("that are UTF-8 become text, without a byte-order mark", () => {
    expect(decodeUtf8(Buffer.from("aé€😀\n"))).toEqual({ ok: true, text: "aé€😀\n" });
    expect(decodeUtf8(Buffer.from([0xef, 0xbb, 0xbf, 0x61]))).toEqual({ ok: true, text: "a" });
    expect(decodeUtf8(Buffer.from("\ufffd"))).toEqual({ ok: true, text: "\ufffd" });
  });

  test.each([
    ["a stray byte", [0x61, 0x0a, 0x62, 0xff], "invalid UTF-8 in line 2, at byte 3 (0xff)"],
    ["a continuation without a beginning", [0x80], "invalid UTF-8 in line 1, at byte 0 (0x80)"],
    ["an overlong form", [0x61, 0xc0, 0xaf], "invalid UTF-8 in line 1, at byte 1 (0xc0)"],
    ["a surrogate", [0xed, 0xa0, 0x80], "invalid UTF-8 in line 1, at byte 0 (0xed)"],
    [
      "a code point beyond the last",
      [0xf4, 0x90, 0x80, 0x80],
      "invalid UTF-8 in line 1, at byte 0 (0xf4)",
    ],
    [
      "a character that is cut",
      [...Buffer.from("é\n"), 0xef, 0xbf],
      "invalid UTF-8 in line 2, at byte 3 (0xef)",
    ],
  ])("with %s are refused with the place", (_what, bytes, message) => {
    expect(decodeUtf8(Uint8Array.from(bytes))).toEqual({ ok: false, message });
  });

  test("that break after a long text are found too", () => {
    const bytes = Buffer.concat([
      Buffer.from("é".repeat(5000) + "x".repeat(5000)),
      Buffer.from([0xfe]),
    ]);
    expect(decodeUtf8(bytes)).toMatchObject({
      ok: false,
      message: "invalid UTF-8 in line 1, at byte 15000 (0xfe)",
    });
  });
});
