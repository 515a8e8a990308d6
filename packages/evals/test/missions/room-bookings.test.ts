// Tests that the check of room-bookings accepts the correct answer from the bookings, and refuses
// careless ones.

import {
  makeRooms,
  roomBookings,
  type Booking,
  type Room,
} from "../../src/suites/missions/shapes/room-bookings.ts";
import { testCheck } from "./test-check.ts";

type Mistake =
  | "counts what was cancelled"
  | "knows cancelled by one spelling"
  | "takes a refused cancellation for one"
  | "counts only what is confirmed"
  | "leaves out bookings without an end"
  | "takes a missing end for none but an empty one for the start"
  | "adds up the lengths of bookings"
  | "compares each booking with the next one only"
  | "adds up what pairs of bookings share"
  | "leaves out rooms without bookings";

interface Span {
  readonly from: number;
  readonly to: number;
}

const minuteOf = (time: string): number => Date.parse(time) / 60_000;
const length = ({ from, to }: Span): number => Math.max(0, to - from);
const total = (spans: readonly Span[]): number =>
  spans.reduce((minutes, span) => minutes + length(span), 0);
const common = (left: Span, right: Span): Span => ({
  from: Math.max(left.from, right.from),
  to: Math.min(left.to, right.to),
});

function isCounted(state: string, mistake?: Mistake): boolean {
  if (mistake === "counts what was cancelled") return true;
  if (mistake === "knows cancelled by one spelling") return state !== "cancelled";
  if (mistake === "takes a refused cancellation for one") return !/^cancel/i.test(state);
  if (mistake === "counts only what is confirmed") return /^confirmed$/i.test(state);
  return !/^cancell?ed/i.test(state);
}

function spanOf({ time }: Booking, mistake?: Mistake): readonly Span[] {
  const from = minuteOf(time.from);
  if (time.to) return [{ from, to: minuteOf(time.to) }];
  if (mistake === "leaves out bookings without an end") return [];
  const isStart =
    time.to === "" && mistake === "takes a missing end for none but an empty one for the start";
  return [{ from, to: isStart ? from : from + 60 }];
}

/** Merges overlapping spans and returns them in order. */
function joined(spans: readonly Span[]): readonly Span[] {
  const stretches: Span[] = [];
  for (const span of [...spans].sort((left, right) => left.from - right.from)) {
    const last = stretches.at(-1);
    if (last === undefined || span.from > last.to) stretches.push(span);
    else stretches.splice(-1, 1, { from: last.from, to: Math.max(last.to, span.to) });
  }
  return stretches;
}

function read(rooms: readonly Room[], mistake?: Mistake): unknown {
  return rooms
    .filter(({ bookings }) => mistake !== "leaves out rooms without bookings" || bookings?.length)
    .map(({ room, bookings }) => {
      const spans = (bookings ?? [])
        .filter(({ state }) => isCounted(state, mistake))
        .flatMap((booking) => spanOf(booking, mistake))
        .sort((left, right) => left.from - right.from);
      const pairs = spans.flatMap((span, index) => {
        const isNextOnly = mistake === "compares each booking with the next one only";
        return spans
          .slice(index + 1, isNextOnly ? index + 2 : undefined)
          .map((other) => common(span, other));
      });
      const shared = pairs.filter((pair) => length(pair) > 0);
      return {
        room,
        booked: total(mistake === "adds up the lengths of bookings" ? spans : joined(spans)),
        shared: total(mistake === "adds up what pairs of bookings share" ? shared : joined(shared)),
      };
    })
    .sort((left, right) => (left.room < right.room ? -1 : 1));
}

testCheck(roomBookings, (random) => makeRooms(random).rooms, read, [
  "counts what was cancelled",
  "knows cancelled by one spelling",
  "takes a refused cancellation for one",
  "counts only what is confirmed",
  "leaves out bookings without an end",
  "takes a missing end for none but an empty one for the start",
  "adds up the lengths of bookings",
  "compares each booking with the next one only",
  "adds up what pairs of bookings share",
  "leaves out rooms without bookings",
]);
