// Tests that the check of utc-days accepts the correct answer from the entries, and refuses
// careless ones.

import { testCheck } from "./test-check.ts";
import { makeEntries, utcDays, type Entry } from "../../src/suites/missions/shapes/utc-days.ts";

type Mistake =
  | "takes local days for days in UTC"
  | "counts a shift on the day it begins"
  | "takes breaks off the day a shift begins on"
  | "leaves out shifts without breaks"
  | "takes each break as unpaid"
  | "takes only true for paid"
  | "takes an empty end for an end"
  | "knows work by one spelling"
  | "takes a workshop for work";

const dayLength = 24 * 60;
const minuteOf = (time: string): number => Date.parse(time) / 60_000;
const dayOf = (minute: number): string => new Date(minute * 60_000).toISOString().slice(0, 10);

function isWork(kind: string, mistake?: Mistake): boolean {
  if (mistake === "knows work by one spelling") return kind === "work";
  if (mistake === "takes a workshop for work") return /^work/i.test(kind);
  return kind.trim().toLowerCase() === "work";
}

function isPaid(paid: boolean | string | undefined, mistake?: Mistake): boolean {
  if (mistake === "takes each break as unpaid") return false;
  if (mistake === "takes only true for paid") return paid === true;
  return paid === true || String(paid).toLowerCase() === "yes";
}

function read(entries: readonly Entry[], mistake?: Mistake): unknown {
  const days = new Map<string, number>();
  const add = (fromTime: string, toTime: string, sign: number, wholeDay?: string): void => {
    const isLocal = mistake === "takes local days for days in UTC";
    const [from, to] = [fromTime, toTime].map((time) =>
      minuteOf(isLocal ? `${time.slice(0, 19)}Z` : time),
    );
    for (let begin = from ?? 0; begin < (to ?? 0);) {
      const midnight = (Math.floor(begin / dayLength) + 1) * dayLength;
      const end = wholeDay === undefined ? Math.min(midnight, to ?? 0) : (to ?? 0);
      const day = wholeDay ?? dayOf(begin);
      days.set(day, (days.get(day) ?? 0) + sign * (end - begin));
      begin = end;
    }
  };
  let unfinished = 0;
  for (const { kind, from, to, breaks } of entries) {
    if (!isWork(kind, mistake)) continue;
    const isEnded =
      mistake === "takes an empty end for an end" ? typeof to === "string" : Boolean(to);
    if (!isEnded) unfinished++;
    if (!to || (mistake === "leaves out shifts without breaks" && !breaks?.length)) continue;
    const first = dayOf(minuteOf(from));
    add(from, to, 1, mistake === "counts a shift on the day it begins" ? first : undefined);
    for (const { from: begin, to: end, paid } of breaks ?? [])
      if (!isPaid(paid, mistake)) {
        const isFirst = mistake === "takes breaks off the day a shift begins on";
        add(begin, end, -1, isFirst ? first : undefined);
      }
  }
  return {
    days: [...days]
      .map(([day, minutes]) => ({ day, minutes }))
      .sort((left, right) => (left.day < right.day ? -1 : 1)),
    unfinished,
  };
}

testCheck(utcDays, (random) => makeEntries(random).entries, read, [
  "takes local days for days in UTC",
  "counts a shift on the day it begins",
  "takes breaks off the day a shift begins on",
  "leaves out shifts without breaks",
  "takes each break as unpaid",
  "takes only true for paid",
  "takes an empty end for an end",
  "knows work by one spelling",
  "takes a workshop for work",
]);
