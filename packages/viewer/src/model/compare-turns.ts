// Compares two runs turn by turn, to find where they begin to differ.

import type { RunView, TurnView } from "./run-view.ts";

/** The parts of a turn that are compared, in the order in which they happen. */
export const comparedParts = ["messages", "answer", "program", "calls", "prints", "value"] as const;
/** One part of a turn. */
export type DifferingPart = (typeof comparedParts)[number];

/** A run and its texts. */
export interface ComparedRun {
  readonly view: RunView;
  readonly textOf: (index: number) => string;
}

/** The turns with one number, as indexes in `turns`. One is absent if only one run has it. */
export interface ComparedTurn {
  readonly left?: number;
  readonly right?: number;
  /** The parts that differ, in order. Empty if the turns are equal. */
  readonly differs: readonly DifferingPart[];
}

/** Compares the turns of the outermost missions. */
export function compareTurns(left: ComparedRun, right: ComparedRun): readonly ComparedTurn[] {
  const [lefts, rights] = [outermostTurns(left.view), outermostTurns(right.view)];
  return Array.from({ length: Math.max(lefts.length, rights.length) }, (_, index) => {
    const [a, b] = [lefts[index], rights[index]];
    if (a === undefined || b === undefined)
      return {
        ...(a === undefined ? {} : { left: a }),
        ...(b === undefined ? {} : { right: b }),
        differs: ["answer"],
      };
    const [before, after] = [partsOf(left, a), partsOf(right, b)];
    return {
      left: a,
      right: b,
      differs: comparedParts.filter((part) => before[part] !== after[part]),
    };
  });
}

function outermostTurns({ turns, spans }: RunView): readonly number[] {
  return turns.flatMap(({ mission }, index) =>
    mission < 0 || (spans[mission]?.parent ?? -1) < 0 ? [index] : [],
  );
}

function partsOf(run: ComparedRun, turn: number): Readonly<Record<DifferingPart, string>> {
  const view = run.view.turns[turn];
  if (view === undefined) throw new TypeError("no turn has this index");
  const text = (index: number | undefined): string =>
    index === undefined ? "" : run.textOf(index);
  const { requests, programs } = view;
  return {
    messages: JSON.stringify(
      requests.flatMap(({ added }) => added.map((index) => messageText(run, index))),
    ),
    answer: requests.map(({ answerText }) => text(answerText)).join("\n"),
    program: programs.map(({ sourceText }) => text(sourceText)).join("\n"),
    calls: JSON.stringify(callsOf(view).map((call) => callText(call, text))),
    prints: JSON.stringify(programs.flatMap(({ printTexts }) => printTexts.map(text))),
    value: programs
      .map(({ valueText, fail }) => text(valueText) + (fail?.message ?? ""))
      .join("\n"),
  };
}

type Call = TurnView["calls"][number];

function callsOf({ calls, programs }: TurnView): readonly Call[] {
  return [...calls, ...programs.flatMap((program) => program.calls)];
}

function callText(
  { name, argumentsText, resultText, error }: Call,
  text: (index: number | undefined) => string,
): readonly string[] {
  return [name, text(argumentsText), text(resultText), error ?? ""];
}

function messageText({ view, textOf }: ComparedRun, index: number): string {
  const message = view.messages[index];
  return message === undefined ? "" : `${message.role}: ${textOf(message.contentText)}`;
}
