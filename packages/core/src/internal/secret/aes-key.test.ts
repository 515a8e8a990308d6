import { expect, test } from "vitest";
import { aesKey, base64Of, bytesOfBase64, secretBytes } from "./aes-key.ts";

test("writes and reads base64 of every length and byte", () => {
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 255);
    const text = base64Of(bytes);
    expect(text).toBe(Buffer.from(bytes).toString("base64"));
    expect(bytesOfBase64(text)).toEqual(bytes);
  }
  expect(() => bytesOfBase64("!!")).toThrow();
});

test("accepts secrets from 16 bytes, and copies them", () => {
  expect(secretBytes("15 bytes of it.")).toBeUndefined();
  expect(secretBytes("é".repeat(8))).toHaveLength(16);
  expect(secretBytes(7)).toBeUndefined();
  const given = new Uint8Array(16);
  expect(secretBytes(given)).not.toBe(given);
});

test("makes keys that can't be exported", async () => {
  const key = await aesKey(new Uint8Array(16));
  expect(key).toMatchObject({ extractable: false, algorithm: { name: "AES-GCM", length: 256 } });
});
