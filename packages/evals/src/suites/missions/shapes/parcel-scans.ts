// A mission over nested rows. The requested values are two levels deep, some are nil or missing,
// and the first rows don't show that.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byText, code, groupsOf, instant, list, money, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const countries = ["AT", "CH", "DE", "DK"];
const states = ["delivered", "delivered", "delivered", "in transit", "returned", "Returned"];

export const parcelScans: SampleMission = {
  name: "parcel-scans",
  title: "Weight and unscanned parcels by country, without what came back",
  kind: "shape",
  world: (random) => {
    const shipments = list(900, (index) => ({
      shipment_no: code("SH-", index, 6),
      state: index < 20 ? "delivered" : random.pick(states),
      booked: {
        by: random.pick(["web", "phone"]),
        at: instant("2026-02-01T06:00:00Z", index * 40),
      },
      ship_to: {
        street: `Long Street ${String(between(random, 1, 200))}`,
        place: { city: `Town ${String(random.below(60))}`, country: random.pick(countries) },
        express: random.chance(0.2),
      },
      parcels: list(between(random, 1, 4), () => ({
        barcode: code("", random.below(1e9), 12),
        weight_kg: money(random, 0, 30),
        ...(index > 20 && random.chance(0.1)
          ? {}
          : {
              scanned_at:
                index > 20 && random.chance(0.1)
                  ? null
                  : instant("2026-02-02T06:00:00Z", index * 40),
            }),
      })),
    }));
    const kept = shipments.filter(({ state }) => state.toLowerCase() !== "returned");
    const answer = groupsOf(kept, ({ ship_to }) => ship_to.place.country)
      .map(([country, rows]) => {
        const parcels = rows.flatMap((row) => row.parcels);
        return {
          country,
          weight: sum(parcels.map((parcel) => parcel.weight_kg)),
          unscanned: parcels.filter(({ scanned_at }) => (scanned_at ?? null) === null).length,
        };
      })
      .sort(byText(({ country }) => country));
    return {
      agent: defineAgent({
        prompt:
          "For each country that we ship to: the weight of all parcels, and how many of them were never scanned. Leave out shipments that were returned. Sort by country.",
        signature: "() -> [{country :string, weight :float, unscanned :int}]",
        maxTurns: 4,
      }),
      context: { shipments },
      check: expecting(answer),
    };
  },
};
