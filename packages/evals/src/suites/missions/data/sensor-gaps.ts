// A mission over readings that are nested in devices. A gap is a run of readings without a value.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byLargest, byText, code, groupsOf, instant, list } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

function longestGap(values: readonly (number | null)[]): number {
  return values.reduce<{ now: number; most: number }>(
    ({ now, most }, value) => {
      const run = value === null ? now + 1 : 0;
      return { now: run, most: Math.max(most, run) };
    },
    { now: 0, most: 0 },
  ).most;
}

export const sensorGaps: SampleMission = {
  name: "sensor-gaps",
  title: "The longest gap in the readings of each site",
  kind: "data",
  world: (random) => {
    const devices = list(60, (index) => ({
      device_id: code("dev-", index, 3),
      site: { id: random.pick(["north", "south", "east", "harbour"]), floor: random.below(4) },
      readings: list(96, (step) => ({
        at: instant("2026-05-01T00:00:00Z", step * 15),
        celsius: random.chance(0.25) ? null : between(random, 150, 260) / 10,
      })),
    }));
    const answer = groupsOf(devices, ({ site }) => site.id)
      .map(([site, rows]) => {
        const gaps = rows
          .map(({ device_id, readings }) => ({
            device: device_id,
            gap: longestGap(readings.map(({ celsius }) => celsius)),
          }))
          .sort(
            byLargest(
              ({ gap }) => gap,
              ({ device }) => device,
            ),
          );
        const values = rows.flatMap(({ readings }) =>
          readings.flatMap(({ celsius }) => (celsius === null ? [] : [celsius])),
        );
        return {
          site,
          ...gaps[0],
          mean: values.reduce((total, value) => total + value, 0) / values.length,
        };
      })
      .sort(byText(({ site }) => site));
    return {
      agent: defineAgent({
        prompt: `For each site: the device with the longest run of consecutive readings without a temperature, how many readings that run has, and the mean of all temperatures of the site. Readings are in order of time. Of devices with equal runs take the one whose id comes first. Sort by site.`,
        signature: "() -> [{site :string, device :string, gap :int, mean :float}]",
        maxTurns: 1,
      }),
      context: { devices },
      check: expecting(answer),
    };
  },
};
