// Tests that the check of tls-off accepts the correct answer from the settings, and refuses
// careless ones.

import {
  makeConfig,
  tlsOff,
  type Config,
  type Layer,
} from "../../src/suites/missions/shapes/tls-off.ts";
import { testCheck } from "./test-check.ts";

type Mistake =
  | "takes nil for nothing said"
  | "keeps nil as a value"
  | "puts a later section in place of an earlier one"
  | "leaves out the groups that a group extends"
  | "takes only false for off"
  | "knows production by one name";

type Setting = string | number | boolean | undefined;
type Sections = Map<string, Map<string, Setting>>;

function overlaid(config: Config, layers: readonly Layer[], mistake?: Mistake): Sections {
  const defaultsOf = (section: string) =>
    new Map<string, Setting>(Object.entries(config.defaults[section] ?? {}));
  const result: Sections = new Map();
  for (const section of Object.keys(config.defaults)) result.set(section, defaultsOf(section));
  for (const [section, given] of layers.flatMap((layer) => Object.entries(layer))) {
    if (given === null) {
      if (mistake !== "takes nil for nothing said") result.set(section, defaultsOf(section));
      continue;
    }
    if (mistake === "puts a later section in place of an earlier one")
      result.set(section, defaultsOf(section));
    for (const [name, value] of Object.entries(given)) {
      if (value === null && mistake === "takes nil for nothing said") continue;
      const back = mistake === "keeps nil as a value" ? undefined : defaultsOf(section).get(name);
      result.get(section)?.set(name, value ?? back);
    }
  }
  return result;
}

function milliseconds(timeout: Setting): number {
  if (typeof timeout === "number") return timeout * 1000;
  const factors = new Map([
    ["ms", 1],
    ["s", 1_000],
    ["m", 60_000],
  ]);
  let total = 0;
  for (const [, amount, unit = ""] of String(timeout).matchAll(/([\d.]+)(ms|s|m)/g))
    total += Number(amount) * (factors.get(unit) ?? 0);
  return total;
}

function read(config: Config, mistake?: Mistake): unknown {
  const groupLayers = (name: string | null | undefined): Layer[] => {
    const group = config.groups[name ?? ""];
    if (group === undefined) return [];
    const isAlone = mistake === "leaves out the groups that a group extends";
    return [...(isAlone ? [] : groupLayers(group.extends)), group.settings];
  };
  const names = mistake === "knows production by one name" ? /^production$/ : /^prod(uction)?$/i;
  const isOff = (value: Setting): boolean =>
    mistake === "takes only false for off"
      ? value === false
      : value === undefined || ["false", "off", "no", "disabled"].includes(String(value));
  return Object.entries(config.services)
    .map(([service, { group, settings, env }]) => {
      const production = Object.entries(env ?? {}).find(([name]) => names.test(name))?.[1];
      const layers = [...groupLayers(group), settings ?? {}, production ?? {}];
      return { service, settings: overlaid(config, layers, mistake) };
    })
    .filter(({ settings }) => isOff(settings.get("tls")?.get("enabled")))
    .map(({ service, settings }) => ({
      service,
      timeout_ms: milliseconds(settings.get("http")?.get("timeout")),
      retries: settings.get("http")?.get("retries"),
    }))
    .sort((left, right) => (left.service < right.service ? -1 : 1));
}

testCheck(tlsOff, (random) => makeConfig(random).config, read, [
  "takes nil for nothing said",
  "keeps nil as a value",
  "puts a later section in place of an earlier one",
  "leaves out the groups that a group extends",
  "takes only false for off",
  "knows production by one name",
]);
