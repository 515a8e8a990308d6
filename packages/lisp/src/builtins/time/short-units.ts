// Milliseconds and nanoseconds: moves times by them and makes durations from them. Times have
// millisecond precision, so nanoseconds that would be lost are rejected. Durations are more
// precise.

import type { Temporal, TemporalKind, Value } from "@ptc/core/values";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { row, type BuiltinRow } from "../row.ts";
import { moved } from "./date-units.ts";
import {
  inRange,
  temporal,
  timedKinds,
  unary,
  binary,
  wholeArgument,
} from "./temporal-arguments.ts";

type Kinds = readonly [TemporalKind, ...TemporalKind[]];

const nanosPerMillisecond = 1_000_000;
const millisKinds: Kinds = ["instant", "duration"];
const nanosKinds: Kinds = [...millisKinds, ...timedKinds];

/** Moves a value by nanoseconds. Values other than durations need whole milliseconds. */
function movedByNanos(value: Temporal, nanos: number, operation: string): Temporal {
  if (value.kind === "duration")
    return inRange("duration", withNanos(value.amount, nanos), operation);
  return moved(value, wholeMilliseconds(nanos, operation), "Millis", operation);
}

/** @throws EvaluationError unless the nanoseconds are whole milliseconds */
export function wholeMilliseconds(nanos: number, operation: string): number {
  if (nanos % nanosPerMillisecond === 0) return nanos / nanosPerMillisecond;
  throw wrongArgument(
    operation,
    `times have millisecond precision, got ${String(nanos)} nanoseconds`,
    "pass whole milliseconds, 1000000 nanoseconds each; durations keep single nanoseconds",
  );
}

/** Adds milliseconds and nanoseconds without losing a nanosecond. */
export function withNanos(milliseconds: number, nanos: number): number {
  const whole = Math.trunc(nanos / nanosPerMillisecond);
  const fraction = milliseconds % 1;
  const rest = Math.round(fraction * nanosPerMillisecond) + (nanos % nanosPerMillisecond);
  return milliseconds - fraction + whole + rest / nanosPerMillisecond;
}

function moving(
  unit: "Millis" | "Nanos",
  direction: 1 | -1,
  call: string,
  printed: string,
): BuiltinRow {
  const operation = `${direction === 1 ? ".plus" : ".minus"}${unit}`;
  const kinds = unit === "Millis" ? millisKinds : nanosKinds;
  const words = unit === "Millis" ? "milliseconds" : "nanoseconds";
  return row(operation, `(${operation} x n)`, {
    doc: `The instant${unit === "Millis" ? "" : ", time"} or duration n ${words} ${direction === 1 ? "later" : "earlier"}.`,
    example: [`(str (${operation} ${call}))`, JSON.stringify(printed)],
    arities: binary((value, count) => {
      const start = temporal(value, kinds, operation);
      const amount = direction * wholeArgument(count, operation);
      return unit === "Nanos"
        ? movedByNanos(start, amount, operation)
        : moved(start, amount, "Millis", operation);
    }),
  });
}

/** Returns the nanoseconds of a duration. Like the JVM, rejects more than a long can store. */
function toNanos(value: Value): number | bigint {
  const { amount } = temporal(value, "duration", ".toNanos");
  const whole = Math.trunc(amount);
  const nanos =
    BigInt(whole) * BigInt(nanosPerMillisecond) +
    BigInt(Math.round((amount - whole) * nanosPerMillisecond));
  if (BigInt.asIntN(64, nanos) !== nanos)
    throw new EvaluationError("arithmetic_error", ".toNanos: more than 2^63 nanoseconds", {
      op: ".toNanos",
      hint: "use (.toMillis d)",
    });
  const number = Number(nanos);
  return Number.isSafeInteger(number) ? number : nanos;
}

/** Returns the nanoseconds beyond the seconds of a duration, which are rounded down. */
export function nanosOfSecond(milliseconds: number): number {
  const beyond = milliseconds - Math.floor(milliseconds / 1000) * 1000;
  return Math.round(beyond * nanosPerMillisecond);
}

export const shortUnitRows: readonly BuiltinRow[] = [
  moving("Millis", 1, '(Instant/parse "2026-01-01T00:00:00Z") 5', "2026-01-01T00:00:00.005Z"),
  moving("Millis", -1, '(Instant/parse "2026-01-01T00:00:00Z") 5', "2025-12-31T23:59:59.995Z"),
  moving("Nanos", 1, '(LocalTime/parse "10:30") 5000000', "10:30:00.005"),
  moving("Nanos", -1, "(Duration/ofSeconds 1) 5", "PT0.999999995S"),
  row("Duration/ofNanos", "(Duration/ofNanos n)", {
    doc: "The duration of n nanoseconds.",
    example: ["(Duration/ofNanos 1500)", "PT0.0000015S"],
    arities: unary((nanos) => {
      const operation = "Duration/ofNanos";
      return inRange("duration", withNanos(0, wholeArgument(nanos, operation)), operation);
    }),
  }),
  row(".toNanos", "(.toNanos duration)", {
    doc: "A duration's nanoseconds.",
    example: ["(.toNanos (Duration/ofMillis 2))", "2000000"],
    arities: unary(toNanos),
  }),
];
