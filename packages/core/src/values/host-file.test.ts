import { expect, test } from "vitest";
import { HostFile, fromHost, getField, toHost } from "./index.ts";
import { HostMap, hostFileOf } from "./internal.ts";

const fields = { name: "a.png", media_type: "image/png", size_bytes: 3, digest: "d1" };
const file = new HostFile(fields, { data: new Uint8Array([1, 2, 3]) });

test("programs see a file as a map of its fields, and nothing else", () => {
  const value = fromHost({ photo: file });
  const photo = value instanceof HostMap ? getField(value, "photo") : null;
  expect(photo).toBeInstanceOf(HostMap);
  expect(toHost(photo ?? null)).toStrictEqual(fields);
  expect(Object.keys(file)).toEqual(["name", "media_type", "size_bytes", "digest"]);
  expect(JSON.parse(JSON.stringify(file))).toEqual(fields);
  expect(structuredClone(Object.fromEntries(Object.entries(file)))).toEqual(fields);
});

test("hands over the file itself if the receiver accepts files, and its fields otherwise", () => {
  const value = fromHost([{ photo: file }]);
  const [converted] = toHost(value, { keepsFiles: true }) as [{ photo: unknown }];
  expect(converted.photo).toBe(file);
  const [copied] = toHost(value) as [{ photo: unknown }];
  expect(copied.photo).toStrictEqual(fields);
});

test("only the constructor creates a file", () => {
  expect(HostFile.is(file)).toBe(true);
  const lookAlikes = [
    fields,
    new Proxy(file, {}),
    Object.create(HostFile.prototype) as unknown,
    null,
    "file",
  ];
  for (const lookAlike of lookAlikes) expect(HostFile.is(lookAlike)).toBe(false);
  expect(hostFileOf(fromHost(fields))).toBeUndefined();
  expect(hostFileOf(fromHost(file))).toBe(file);
});

test("a file is immutable and omits unknown fields", () => {
  expect(Object.isFrozen(file)).toBe(true);
  expect(Object.keys(new HostFile({ media_type: "a/b", digest: "d" }))).toEqual([
    "media_type",
    "digest",
  ]);
});
