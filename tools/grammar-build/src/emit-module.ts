// Assembles the emitted module: header, state classes, tables, rule functions, entry points.
import { createCharacterTests } from "./character-test.ts";
import type { Pass } from "./emission.ts";
import {
  emitReadFunction,
  emitTraceFunction,
  emitValueType,
  type ModuleEmission,
} from "./emit-rule.ts";
import { ruleValueType } from "./emit-value.ts";
import { appliedRules, type RuleTable, ruleNamed } from "./expression.ts";
import { firstOf } from "./first-set.ts";
import { indent } from "./indent.ts";
import { pascalCase } from "./names.ts";
import { classes, entryPoints, header } from "./prelude.ts";
import { planValues } from "./value-plan.ts";

export interface ModuleRequest {
  /** The passes that the module contains. */
  readonly passes: readonly Pass[];
  readonly rules: RuleTable;
  readonly start: string;
  readonly nesting: readonly string[];
  readonly silent: readonly string[];
  readonly actionNames: ReadonlySet<string>;
  /** The import of the actions in the emitted module, and the grammar's name in its first lines. */
  readonly actionsImport: string;
  readonly grammarName: string;
}

export function emitModule(request: ModuleRequest): string {
  const { passes, rules, nesting, start } = request;
  if (!request.actionNames.has(start))
    throw new Error(`grammar-build: the start rule ${start} needs an action`);
  // Called for every rule, because it fails on left recursion.
  for (const rule of rules.values()) firstOf({ type: "apply", rule: rule.name }, rules);
  checkNesting(rules, nesting);

  const patterns = new Map<string, string>();
  const labelLists = new Map<string, string>();
  const tests = createCharacterTests();
  const shared: ModuleEmission = {
    rules,
    tests,
    plan: planValues(rules, request.actionNames, request.silent),
    pattern(source) {
      const name = patterns.get(source) ?? `unicodePattern${patterns.size}`;
      patterns.set(source, name);
      return name;
    },
    labels(texts) {
      const key = JSON.stringify([...new Set(texts)]);
      const name = labelLists.get(key) ?? `labels${labelLists.size}`;
      labelLists.set(key, name);
      return name;
    },
  };
  const all = [...rules.values()];
  const readers = passes.includes("read")
    ? all.map((rule) => emitReadFunction(rule, nesting.includes(rule.name), shared))
    : [];
  const tracers = passes.includes("trace")
    ? all.map((rule) => emitTraceFunction(rule, shared))
    : [];
  const functions = reachable(
    [...readers, ...tracers].filter((lines) => lines.length > 0),
    pascalCase(start),
  );

  const tracedRules = all.filter((rule) =>
    functions.some(([signature]) =>
      signature?.startsWith(`function trace${pascalCase(rule.name)}(`),
    ),
  );
  return indent([
    ...header(request.grammarName, passes, request.actionsImport),
    "",
    ...(passes.includes("read") ? [...all.flatMap((rule) => emitValueType(rule, shared)), ""] : []),
    ...classes(
      passes,
      tracedRules.map((rule) => rule.name),
    ),
    "",
    ...entryPoints(passes, pascalCase(start), ruleValueType(start)),
    ...[...patterns].flatMap(([source, name]) => ["", `const ${name} = /^(?:${source})$/u;`]),
    ...[...labelLists].flatMap(([texts, name]) => [
      "",
      `const ${name} = ${texts.replaceAll('","', '", "')};`,
    ]),
    ...tests.declarations(),
    ...afterCharacterIfUsed(functions.flat()),
    ...functions.flatMap((lines) => ["", ...lines]),
  ]);
}

/**
 * Throws if the grammar has cycles without its nesting rules, because input could then nest
 * without being counted.
 */
function checkNesting(rules: RuleTable, nesting: readonly string[]): void {
  const finished = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name))
      throw new Error(
        `grammar-build: nesting is not counted in the cycle ${[...path, name].join(" -> ")}`,
      );
    if (finished.has(name) || nesting.includes(name)) return;
    for (const applied of appliedRules(ruleNamed(rules, name).body))
      visit(applied, [...path, name]);
    finished.add(name);
  };
  for (const name of nesting) ruleNamed(rules, name);
  for (const name of rules.keys()) visit(name, []);
}

/** Drops functions without callers: their rules are inlined at every use. */
function reachable(
  functions: readonly (readonly string[])[],
  start: string,
): readonly (readonly string[])[] {
  const nameOf = (lines: readonly string[]): string =>
    /^function (\w+)/.exec(lines[0] ?? "")?.[1] ?? "";
  const byName = new Map(functions.map((lines) => [nameOf(lines), lines]));
  const reached = new Set([`read${start}`, `trace${start}`]);
  for (const name of reached) {
    for (const [called] of (byName.get(name)?.slice(1).join("\n") ?? "").matchAll(/\w+/g))
      if (byName.has(called)) reached.add(called);
  }
  return functions.filter((lines) => reached.has(nameOf(lines)));
}

function afterCharacterIfUsed(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.includes("afterCharacter("))) return [];
  return [
    "",
    "/** The position after the character at `at`, which takes two units beyond U+FFFF. */",
    "function afterCharacter(source: string, at: number): number {",
    "return at + ((source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);",
    "}",
  ];
}
