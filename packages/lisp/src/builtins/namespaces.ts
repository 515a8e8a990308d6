// The libraries that programs may name, one per row. Builtin prefixes, `ns`, `require` and the
// reference use this table.

interface Library {
  readonly name: string;
  /** Short aliases that models write without a `require`. */
  readonly aliases: readonly string[];
}

export const libraries: readonly Library[] = [
  { name: "clojure.core", aliases: ["core"] },
  { name: "clojure.string", aliases: ["str", "string", "s"] },
  { name: "clojure.set", aliases: ["set"] },
  { name: "clojure.walk", aliases: ["walk"] },
  { name: "clojure.math", aliases: ["math"] },
  { name: "clojure.edn", aliases: ["edn"] },
  { name: "clojure.pprint", aliases: ["pprint", "pp"] },
  { name: "clojure.data.json", aliases: [] },
  { name: "cheshire.core", aliases: [] },
  { name: "json", aliases: [] },
  { name: "csv", aliases: ["clojure.data.csv"] },
];

/** The packages of classes that programs may write with their package. */
export const classPackages: readonly string[] = [
  "java.lang",
  "java.time",
  "java.time.format",
  "java.time.temporal",
  "java.util",
];

export const namespaceAliases: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ libraries.flatMap(({ name, aliases }) =>
    aliases.map((alias): [string, string] => [alias, name]),
  ),
);

export function resolveNamespace(namespace: string): string {
  return namespaceAliases.get(namespace) ?? withoutPackage(namespace);
}

/** Removes a known package: `java.time.LocalDate` becomes `LocalDate`. */
function withoutPackage(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 && classPackages.includes(name.slice(0, dot)) ? name.slice(dot + 1) : name;
}
