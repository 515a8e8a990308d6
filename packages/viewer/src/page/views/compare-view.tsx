// Two runs side by side, turn by turn, with the first difference.

import { useMemo } from "preact/hooks";
import { compareTurns, type DifferingPart, type ComparedTurn } from "../../model/compare-turns.ts";
import type { TurnView } from "../../model/run-view.ts";
import type { RunContent } from "../../page-data.ts";
import { countText, durationText, keptOutText, plural, visible } from "../data/formats.ts";
import { usePage } from "../data/page-context.ts";
import { hashOf } from "../data/route.ts";
import { Texts } from "../data/texts.ts";
import { useLoaded } from "../data/use-loaded.ts";
import { Program } from "../parts/program.tsx";
import { StatusBadge } from "../parts/status.tsx";

const partNames: Readonly<Record<DifferingPart, string>> = {
  messages: "messages",
  answer: "the model's answer",
  program: "program",
  calls: "calls or their results",
  prints: "prints",
  value: "value or error",
};

export function CompareView({ left, right }: { readonly left: string; readonly right: string }) {
  const { source, version } = usePage();
  const [one, other] = [
    useLoaded<Side>(() => side(left), left, version),
    useLoaded<Side>(() => side(right), right, version),
  ];
  const problem = one.error ?? other.error;
  if (problem !== undefined) return <p class="notice is-bad">{visible(problem)}</p>;
  if (one.data === undefined || other.data === undefined) return <p class="notice">Comparing …</p>;
  return <Compared left={one.data} right={other.data} />;

  async function side(id: string): Promise<Side> {
    const content = await source.run(id);
    return { id, content, texts: new Texts(content.texts, source, id) };
  }
}

interface Side {
  readonly id: string;
  readonly content: RunContent;
  readonly texts: Texts;
}

function Compared({ left, right }: { readonly left: Side; readonly right: Side }) {
  const turns = useMemo(() => compareTurns(comparedRun(left), comparedRun(right)), [left, right]);
  const first = turns.findIndex(({ differs }) => differs.length > 0);
  return (
    <div class="compare">
      <h1>Compare two runs</h1>
      <div class="compare-heads">
        <SideHead {...left} />
        <SideHead {...right} />
      </div>
      <p class="notice" role="status">
        {first < 0
          ? "Both runs are equal: messages, answers, programs, calls, prints and values."
          : `The runs first differ in turn ${countText(first + 1)}: ${partsText(turns[first]?.differs ?? [])}.`}
      </p>
      {turns.map((turn, index) => (
        <ComparedTurnView key={index} {...{ turn, left, right, index }} isFirst={index === first} />
      ))}
    </div>
  );
}

function comparedRun({ content, texts }: Side) {
  return { view: content.view, textOf: (index: number) => texts.get(index).text };
}

function partsText(parts: readonly DifferingPart[]): string {
  return parts.map((part) => partNames[part]).join(", ");
}

function SideHead({
  id,
  content: {
    view: { summary },
  },
}: Side) {
  return (
    <section class="card">
      <div class="run-name">
        <StatusBadge status={summary.status} reason={summary.reason} />
        <h2>
          <a href={hashOf({ view: "run", run: id, tab: "turn", span: undefined })}>
            {visible(summary.title)}
          </a>
        </h2>
      </div>
      <p class="run-facts">
        <span>{plural(summary.turns, "turn")}</span>
        <span>{plural(summary.calls, "call")}</span>
        <span>{plural(summary.inputTokens + summary.outputTokens, "token")}</span>
        <span>{keptOutText(summary.dataBytes, summary.seenBytes)} kept out</span>
        <span>{durationText(summary.durationMs)}</span>
      </p>
    </section>
  );
}

interface ComparedTurnProps {
  readonly turn: ComparedTurn;
  readonly left: Side;
  readonly right: Side;
  readonly index: number;
  readonly isFirst: boolean;
}

function ComparedTurnView({ turn, left, right, index, isFirst }: ComparedTurnProps) {
  const isEqual = turn.differs.length === 0;
  return (
    <details class={isFirst ? "compare-turn is-first" : "compare-turn"} open={isFirst}>
      <summary>
        <h3>Turn {countText(index + 1)}</h3>
        {isFirst && <span class="tag is-first">first difference</span>}
        <span class={isEqual ? "muted" : "differs"}>
          {isEqual
            ? "equal"
            : turn.left === undefined || turn.right === undefined
              ? "only in one run"
              : `differs: ${partsText(turn.differs)}`}
        </span>
      </summary>
      <div class="compare-sides">
        <TurnSide side={left} turn={left.content.view.turns[turn.left ?? -1]} name="left" />
        <TurnSide side={right} turn={right.content.view.turns[turn.right ?? -1]} name="right" />
      </div>
    </details>
  );
}

function TurnSide({
  side: { id, content, texts },
  turn,
  name,
}: {
  readonly side: Side;
  readonly turn: TurnView | undefined;
  readonly name: string;
}) {
  if (turn === undefined) return <p class="nothing">no such turn</p>;
  const span = content.view.spans[turn.span];
  return (
    <section>
      <p class="run-facts">
        <StatusBadge status={turn.status} reason={turn.fail?.kind ?? turn.fail?.reason} />
        <a href={hashOf({ view: "run", run: id, tab: "turn", span: span?.id })}>Open</a>
      </p>
      {turn.programs.map((program) => (
        <div key={program.span}>
          <Program
            source={texts.get(program.sourceText).text}
            fail={program.fail}
            calls={program.calls}
            label={`the ${name} program`}
          />
          {[
            ...program.printTexts,
            ...(program.valueText === undefined ? [] : [program.valueText]),
          ].map((text, index) => (
            <pre key={index} tabIndex={0} aria-label={`output of the ${name} program`}>
              {visible(texts.get(text).text.slice(0, 2_000))}
            </pre>
          ))}
        </div>
      ))}
    </section>
  );
}
