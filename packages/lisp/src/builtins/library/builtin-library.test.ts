import { expect, test } from "vitest";
import { BuiltinLibrary, listedNames } from "./builtin-library.ts";
import { builtinNames, type ChunkName } from "./builtin-names.ts";
import { commonChunk } from "./chunk-common.ts";
import { textChunk } from "./chunk-text.ts";

test("knows every name before any chunk is loaded", () => {
  const library = new BuiltinLibrary();
  expect([...library.names()]).toEqual(
    expect.arrayContaining(["map", "clojure.string/upper-case", "Math/PI", "doc"]),
  );
  expect(library.has("map")).toBe(true);
  expect(library.has("str/upper-case")).toBe(true);
  expect(library.has("clojure.core//")).toBe(true);
  expect(library.has("no-such-thing")).toBe(false);
  expect(library.has("str/no-such-thing")).toBe(false);
  expect(library.has("clojure.core/clojure.string/join")).toBe(false);
  expect(library.members("clojure.walk")).toContain("postwalk");
  expect(library.find("map")).toBeUndefined();
});

test("reports which chunk a name needs until the chunk is loaded", () => {
  const library = new BuiltinLibrary();
  expect(library.missingFor("map")).toBe("common");
  expect(library.missingFor("clojure.core/map")).toBe("common");
  expect(library.missingFor("string/upper-case")).toBe("text");
  expect(library.missingFor("no-such-thing")).toBeUndefined();
  library.add(commonChunk);
  expect(library.missingFor("map")).toBeUndefined();
  expect(library.missingFor("clojure.string/upper-case")).toBe("text");
  expect(library.find("clojure.core/map")?.name).toBe("map");
});

test("resolves every spelling to one builtin, even if its chunk is added twice", () => {
  const library = new BuiltinLibrary();
  library.add(textChunk);
  const first = library.find("upper-case");
  expect(first?.name).toBe("upper-case");
  expect(library.find("str/upper-case")).toBe(first);
  library.add(textChunk);
  expect(library.find("upper-case")).toBe(first);
});

test("lists loaded builtins in the order of the reference", () => {
  const library = new BuiltinLibrary();
  library.add(textChunk);
  library.add(commonChunk);
  const names = [...library.all()].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.indexOf("+")).toBeLessThan(names.indexOf("upper-case"));
});

test("names each builtin in exactly one chunk", () => {
  const all = (Object.keys(builtinNames) as ChunkName[]).flatMap(listedNames);
  expect(new Set(all).size).toBe(all.length);
});
