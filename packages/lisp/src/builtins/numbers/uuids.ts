// 128-bit identifiers, represented as lower-case text like `#uuid` reads it.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { row, type BuiltinRow } from "../row.ts";

/** Like Java, accepts parts without their leading zeros. */
const uuidText = /^([\da-f]{1,8})-([\da-f]{1,4})-([\da-f]{1,4})-([\da-f]{1,4})-([\da-f]{1,12})$/i;
const wholeUuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const widths = [8, 4, 4, 4, 12];

/**
 * Returns a version 4 UUID: random except for six bits. Uses the run's random numbers, so that a
 * run can repeat.
 */
function randomUuid(branch: Branch): string {
  branch.charge(256);
  let digits = "";
  for (let part = 0; part < 4; part++)
    digits += Math.floor(branch.random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, "0");
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
  // eslint-disable-next-line texts/shortened-texts -- the parts of random digits
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
}

function parseUuid(value: Value): string | null {
  if (typeof value !== "string")
    throw wrongType("parse-uuid", "a string", value, "convert it first: (str x)");
  if (value.length > 36) return null;
  const parts = uuidText.exec(value)?.slice(1);
  if (parts === undefined) return null;
  return parts.map((part, index) => part.toLowerCase().padStart(widths[index] ?? 0, "0")).join("-");
}

export const uuidRows: readonly BuiltinRow[] = [
  row(["random-uuid", "java.util.UUID/randomUUID", "UUID/randomUUID"], "(random-uuid)", {
    doc: "Makes a new UUID, as text.",
    example: ["(uuid? (random-uuid))", "true"],
    clojure: "random-uuid",
    arities: { 0: randomUuid },
  }),
  row("parse-uuid", "(parse-uuid s)", {
    doc: "Reads a UUID as lower-case text, or returns nil for other text.",
    example: [
      '(parse-uuid "B6883C0A-0342-4007-9966-BC2DFA6B109E")',
      '"b6883c0a-0342-4007-9966-bc2dfa6b109e"',
    ],
    arities: { 1: (_, value) => parseUuid(value) },
  }),
  row("uuid?", "(uuid? x)", {
    doc: "True if x is the text of a UUID, the form #uuid reads.",
    example: ['(uuid? #uuid "b6883c0a-0342-4007-9966-bc2dfa6b109e")', "true"],
    arities: {
      1: (_, value) => typeof value === "string" && value.length === 36 && wholeUuid.test(value),
    },
  }),
];
