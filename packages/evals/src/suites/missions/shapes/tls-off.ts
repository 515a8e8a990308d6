// A mission over a tree of settings in layers: defaults, groups that extend others, services, their
// environments. Layers are partial, and nil in one resets the settings of earlier layers.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, byText, code, list } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

type Setting = string | number | boolean | null;

/** The settings of a layer by section and name. */
export type Layer = Readonly<Record<string, Readonly<Record<string, Setting>> | null>>;

export interface Config {
  readonly defaults: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>;
  readonly groups: Readonly<
    Record<string, { readonly extends?: string | null; readonly settings: Layer }>
  >;
  readonly services: Readonly<
    Record<
      string,
      {
        readonly group?: string;
        readonly settings?: Layer;
        readonly env?: Readonly<Record<string, Layer>>;
      }
    >
  >;
}

/** The possible values of a timeout, with their milliseconds. */
const timeouts = new Map<Setting, number>([
  ["30s", 30_000],
  ["1500ms", 1_500],
  ["2m", 120_000],
  ["1m30s", 90_000],
  ["0.5s", 500],
  [45, 45_000],
  [5, 5_000],
]);
const on: readonly Setting[] = [true, true, "true", "on", "yes"];
const off: readonly Setting[] = [false, "false", "off", "no", "disabled"];

const defaults = {
  http: { timeout: "30s", retries: 3 },
  tls: { enabled: true, min: "1.2" },
  log: { level: "info" },
} as const;

function makeLayer(random: Random, says: number): Layer {
  const nilOr = (value: Setting): Setting => (random.chance(0.15) ? null : value);
  const section = (
    settings: Readonly<Record<string, () => Setting>>,
  ): Readonly<Record<string, Setting>> | null =>
    random.chance(0.1)
      ? null
      : Object.fromEntries(
          Object.entries(settings)
            .filter(() => random.chance(0.6))
            .map(([name, value]) => [name, nilOr(value())]),
        );
  const sections = {
    http: { timeout: () => random.pick([...timeouts.keys()]), retries: () => random.below(8) },
    tls: {
      enabled: () => random.pick(random.chance(0.5) ? off : on),
      min: () => random.pick(["1.2", "1.3"]),
    },
    log: { level: () => random.pick(["info", "debug", "warn"]) },
  };
  return Object.fromEntries(
    Object.entries(sections)
      .filter(() => random.chance(says))
      .map(([name, settings]) => [name, section(settings)]),
  );
}

/**
 * Returns the groups. In every tree some groups rely on the ones that they extend, and some reset
 * the settings of those.
 */
function makeGroups(random: Random) {
  const timeout = (): Setting => random.pick([...timeouts.keys()]);
  const retries = (): Setting => between(random, 4, 9);
  const groups: readonly { name: string; base?: string; settings: Layer }[] = [
    {
      name: "edge",
      settings: {
        http: { timeout: timeout(), retries: retries() },
        tls: { enabled: random.pick(off) },
      },
    },
    { name: "edge-eu", base: "edge", settings: { http: { retries: retries() } } },
    {
      name: "edge-eu-west",
      base: "edge-eu",
      settings: { http: { timeout: null }, tls: { min: "1.3" }, log: { level: "debug" } },
    },
    {
      name: "core",
      settings: { http: { retries: retries() }, tls: { enabled: random.pick(on) } },
    },
    {
      name: "core-batch",
      base: "core",
      settings: { http: null, tls: { enabled: random.pick(off) } },
    },
    { name: "lab", settings: makeLayer(random, 0.7) },
  ];
  return groups;
}

/**
 * Returns the effective setting: the last layer with a value for it decides, and nil means the
 * default.
 */
function effective(layers: readonly Layer[], section: string, name: string, given: Setting) {
  const last = layers.findLast(
    (layer) => layer[section] === null || name in (layer[section] ?? {}),
  );
  return last?.[section]?.[name] ?? given;
}

/** Returns the tree as the model gets it, and the correct answer. */
export function makeConfig(random: Random) {
  const groups = makeGroups(random);
  const layersOf = (name: string | undefined): readonly Layer[] => {
    const group = groups.find((candidate) => candidate.name === name);
    return group === undefined ? [] : [...layersOf(group.base), group.settings];
  };
  const services = list(110, (index) => {
    const group = random.chance(0.15) ? undefined : random.pick(groups).name;
    const settings = random.chance(0.5) ? makeLayer(random, 0.5) : undefined;
    const production = random.chance(0.6) ? makeLayer(random, 0.5) : undefined;
    const staging = random.chance(0.5) ? makeLayer(random, 0.5) : undefined;
    const env = {
      ...(staging === undefined ? {} : { [random.pick(["staging", "test"])]: staging }),
      ...(production === undefined
        ? {}
        : { [random.pick(["production", "production", "prod", "PROD"])]: production }),
    };
    return {
      name: code("svc-", index, 3),
      shown: {
        ...(group === undefined ? {} : { group }),
        ...(settings === undefined ? random.pick([{}, { settings: {} }]) : { settings }),
        ...(Object.keys(env).length === 0 ? {} : { env }),
      },
      layers: [...layersOf(group), settings ?? {}, production ?? {}],
    };
  });
  const answer = services
    .filter(({ layers }) => off.includes(effective(layers, "tls", "enabled", true)))
    .map(({ name, layers }) => ({
      service: name,
      timeout_ms: timeouts.get(effective(layers, "http", "timeout", defaults.http.timeout)),
      retries: effective(layers, "http", "retries", defaults.http.retries),
    }))
    .sort(byText(({ service }) => service));
  const config: Config = {
    defaults,
    groups: Object.fromEntries(
      groups.map(({ name, base, settings }) => [
        name,
        {
          ...(base === undefined
            ? between(random, 0, 1) === 0
              ? {}
              : { extends: null }
            : { extends: base }),
          settings,
        },
      ]),
    ),
    services: Object.fromEntries(services.map(({ name, shown }) => [name, shown])),
  };
  return { config, answer };
}

export const tlsOff: SampleMission = {
  name: "tls-off",
  title: "Services without TLS in production, by settings in layers",
  kind: "shape",
  world: (random) => {
    const { config, answer } = makeConfig(random);
    return {
      agent: defineAgent({
        prompt:
          "The settings of a service in production come in layers: the defaults, those of its group (the group that this one extends comes before it, and so on), the service's own settings, its settings for production. A later layer changes only what it names, at any depth; nil in a layer puts what stands there, with all that is in it, back to the defaults. Which services have TLS switched off in production, and what are their timeout, in milliseconds (a plain number is seconds), and their retries? Sort by service.",
        signature: "() -> [{service :string, timeout_ms :int, retries :int}]",
        maxTurns: 5,
      }),
      context: { config },
      check: expecting(answer),
    };
  },
};
