// A mission over rooms with overlapping bookings. Some bookings have no end, cancellations have
// several spellings, and some rooms have no bookings.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, code, instant, list, shuffled } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export interface Booking {
  readonly ref: string;
  readonly time: { readonly from: string; readonly to?: string | null };
  readonly state: string;
}

export interface Room {
  readonly room: string;
  readonly seats: number;
  readonly bookings?: readonly Booking[] | null;
}

const start = "2026-03-02T08:00:00Z";
const dayLength = 24 * 60;
const standing = ["confirmed", "confirmed", "Confirmed", "tentative", "cancellation refused"];
const cancelled = ["cancelled", "Cancelled", "canceled", "CANCELLED ", "cancelled by guest"];

function makeBooking(random: Random) {
  const from = between(random, 0, 4) * dayLength + between(random, 0, 40) * 15;
  const hasEnd = random.chance(0.85);
  const to = from + (hasEnd ? between(random, 2, 14) * 15 : 60);
  const isCancelled = random.chance(0.25);
  const shown = {
    time: {
      from: instant(start, from),
      ...(hasEnd ? { to: instant(start, to) } : random.pick([{}, { to: null }, { to: "" }])),
    },
    state: random.pick(isCancelled ? cancelled : standing),
  };
  return { shown, from, to, isCancelled };
}

/** Returns the rooms as the model gets them, and the correct answer. */
export function makeRooms(random: Random) {
  const rooms = list(14, (index) => {
    const bookings = list(index % 5 === 3 ? 0 : between(random, 16, 24), () => makeBooking(random));
    // Counts minute by minute, so that spans need no merging.
    const minutes = new Map<number, number>();
    for (const { from, to, isCancelled } of bookings)
      for (let minute = from; minute < to && !isCancelled; minute++)
        minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
    const room = code("R", 100 + index, 3);
    const shown: Room = {
      room,
      seats: between(random, 4, 40),
      ...(bookings.length === 0
        ? random.pick([{}, { bookings: null }, { bookings: [] }])
        : {
            bookings: bookings.map((booking, place) => ({
              ref: `${room}-${String(place)}`,
              ...booking.shown,
            })),
          }),
    };
    const shared = [...minutes.values()].filter((count) => count > 1).length;
    return { shown, row: { room, booked: minutes.size, shared } };
  });
  return {
    rooms: shuffled(random, rooms).map(({ shown }) => shown),
    answer: rooms.map(({ row }) => row),
  };
}

export const roomBookings: SampleMission = {
  name: "room-bookings",
  title: "Minutes in which rooms are booked, once and more often",
  kind: "shape",
  world: (random) => {
    const { rooms, answer } = makeRooms(random);
    return {
      agent: defineAgent({
        prompt:
          "For how many minutes is each room booked, and for how many of these by two bookings or more? A minute counts once, however many bookings it has. A booking without an end takes an hour; one that was cancelled does not count. Answer all rooms, sorted by room.",
        signature: "() -> [{room :string, booked :int, shared :int}]",
        maxTurns: 5,
      }),
      context: { rooms },
      check: expecting(answer),
    };
  },
};
