// Processes one line of programs to record, `covers | program` or
// `covers | program | expected | reason`. With the hosts' answers it becomes a vector, or a
// disagreement that a person must judge.

import type { Oracle } from "../oracles/oracle.ts";
import { showAnswer, type Answer } from "../oracles/answer.ts";
import { oracleAgrees, ourAnswerAgrees } from "./agreement.ts";
import {
  faultMark,
  isKnownFault,
  type Authority,
  type Expectation,
  type Vector,
  type VectorInput,
} from "./vector.ts";

export interface Draft {
  readonly covers: readonly string[];
  readonly program: string;
  readonly input: VectorInput | undefined;
  /** The answer that a person decided on, and the reason. */
  readonly decided:
    | {
        readonly expectation: Expectation;
        readonly output: readonly string[];
        readonly reason: string;
      }
    | undefined;
}

export type Recording =
  | { readonly kind: "vector"; readonly vector: Omit<Vector, "place"> }
  | { readonly kind: "disagreement"; readonly text: string };

/**
 * Parses a line. ` | ` separates columns; `\n` in the program's column is a line break; input is
 * JSON after `with`: `covers | with {…} | program`.
 */
export function draftOf(line: string): Draft {
  const [covers = "", ...columns] = line.split(" | ").map((column) => column.trim());
  const first = columns[0] ?? "";
  const input = first.startsWith("with ")
    ? (JSON.parse(first.slice("with ".length)) as VectorInput)
    : undefined;
  const [program = "", expected, reason = ""] = input === undefined ? columns : columns.slice(1);
  const lines = expected?.split("\\n ") ?? [];
  const answer = lines.pop();
  return {
    covers: covers.split(",").map((name) => name.trim()),
    program,
    input,
    decided:
      answer === undefined
        ? undefined
        : { expectation: expectationOf(answer), output: lines, reason },
  };
}

/**
 * Returns the vector of a draft. Without a decision, the expected answer is JVM Clojure's, and
 * ours must be the same. With a decision, our answer must be the decided one, unless its reason
 * marks a known fault.
 */
export function record(
  { covers, program, input, decided }: Draft,
  id: string,
  ours: Answer,
  oracles: ReadonlyMap<Oracle["name"], Answer>,
): Recording {
  const candidate = decided ?? { ...candidateOf(ours), reason: undefined };
  const agreeing = [...oracles]
    .filter(([, answer]) => oracleAgrees(answer, candidate))
    .map(([name]) => name);
  // If JVM Clojure gives the decided answer, the decision was unnecessary. A fault of ours is
  // always reported.
  const isOurs = decided !== undefined && !agreeing.includes("clojure");
  const named: readonly Authority[] = [...agreeing, ...(isOurs ? ["ptc" as const] : [])].toSorted();
  const reason =
    isOurs || decided?.reason.startsWith(faultMark) === true ? candidate.reason : undefined;
  const vector = {
    id,
    covers,
    authorities: named,
    reason,
    input,
    program,
    output: candidate.output,
    expectation: candidate.expectation,
  };
  const isAsExpected = ourAnswerAgrees(ours, vector) !== isKnownFault({ ...vector, place: "" });
  const isDecided =
    decided === undefined
      ? ours.kind !== "none" && agreeing.includes("clojure")
      : decided.reason !== "";
  if (isAsExpected && isDecided) return { kind: "vector", vector };
  const answers = [["ours", ours] as const, ...oracles].map(
    ([name, answer]) => `    ${name}: ${showAnswer(answer).slice(0, 200)}`,
  );
  return {
    kind: "disagreement",
    text: [`${covers.join(", ")} | ${program}`, ...answers].join("\n"),
  };
}

function candidateOf(ours: Answer): {
  readonly expectation: Expectation;
  readonly output: readonly string[];
} {
  if (ours.kind === "value")
    return { expectation: { kind: "value", text: ours.text }, output: ours.output };
  return {
    expectation: { kind: "error", error: ours.kind === "error" ? ours.error : "none" },
    output: [],
  };
}

function expectationOf(text: string): Expectation {
  return text.startsWith("error ")
    ? { kind: "error", error: text.slice("error ".length) }
    : { kind: "value", text };
}
