// One turn: what the model wrote, what its program did with which data, and what changed.

import { useState } from "preact/hooks";
import type { CallView, TurnView } from "../../model/run-view.ts";
import { bytesText, countText, durationText, plural, visible } from "../data/formats.ts";
import type { ShownRun } from "../data/shown-run.ts";
import { usePage } from "../data/page-context.ts";
import { CallList } from "../parts/call-list.tsx";
import { ChangeList } from "../parts/change-list.tsx";
import { DataBar } from "../parts/data-bar.tsx";
import { LongText } from "../parts/long-text.tsx";
import { ProgramError } from "../parts/program.tsx";
import { ReplayEditor } from "../parts/replay-editor.tsx";
import { StatusBadge } from "../parts/status.tsx";
import { MissionCard } from "./mission-card.tsx";
import { ProgramCard } from "./program-card.tsx";
import { TurnRequests } from "./turn-requests.tsx";

export function TurnTab(run: ShownRun) {
  const { view, selected } = run;
  const span = view.spans[selected];
  const turn = view.turns[span?.turn ?? -1];
  if (span === undefined) return <p class="nothing">Nothing is selected.</p>;
  if (turn === undefined) return <MissionCard {...run} />;
  return <Turn key={turn.span} {...run} turn={turn} />;
}

function Turn(run: ShownRun & { readonly turn: TurnView }) {
  const { view, texts, turn, selected, select } = run;
  const { list } = usePage();
  const [isEdited, setEdited] = useState(false);
  const { spans } = view;
  const span = spans[turn.span];
  const mission = spans[turn.mission];
  const missionTurns = view.turns.filter((each) => each.mission === turn.mission);
  const place = missionTurns.indexOf(turn);
  const [before, after] = [missionTurns[place - 1], missionTurns[place + 1]];
  const calls = [...turn.calls, ...turn.programs.flatMap((program) => program.calls)];
  const isOutermost = mission === undefined || mission.parent < 0;
  const canReplay = list?.canReplay === true && isOutermost && turn.number !== undefined;
  const durationOf = (call: CallView): number | undefined => {
    const of = spans[call.span];
    return of?.end === undefined ? undefined : of.end - of.start;
  };
  return (
    <article class="turn" aria-labelledby="turn-title">
      <header class="turn-head">
        <h2 id="turn-title">
          {turn.number === undefined ? "Program" : `Turn ${countText(turn.number)}`}
          {turn.number !== undefined && (
            <span class="muted"> of {countText(missionTurns.length)}</span>
          )}
        </h2>
        <StatusBadge status={turn.status} reason={turn.fail?.kind ?? turn.fail?.reason} />
        {mission !== undefined && mission.parent >= 0 && (
          <button type="button" class="link" onClick={() => select(turn.mission)}>
            {visible(mission.name)}
          </button>
        )}
        <span class="muted">
          {span?.end === undefined ? "" : durationText(span.end - span.start)}
        </span>
        {turn.turnsLeft !== undefined && (
          <span class="muted">{plural(turn.turnsLeft, "turn")} left</span>
        )}
        <span class="pager">
          <button
            type="button"
            disabled={before === undefined}
            onClick={() => before && select(before.span)}
            title="Previous turn (p)"
          >
            ← Previous
          </button>
          <button
            type="button"
            disabled={after === undefined}
            onClick={() => after && select(after.span)}
            title="Next turn (n)"
          >
            Next →
          </button>
        </span>
      </header>
      <DataBar data={turn.dataBytes} seen={turn.seenBytes} />
      {turn.fail !== undefined && turn.programs.every(({ fail }) => fail === undefined) && (
        <section class="card is-bad">
          <ProgramError fail={turn.fail} />
        </section>
      )}
      {turn.programs.map((program) => (
        <ProgramCard
          key={program.span}
          {...{ program, run, durationOf }}
          edit={canReplay && !isEdited ? () => setEdited(true) : undefined}
        >
          {isEdited && turn.number !== undefined && (
            <ReplayEditor
              run={run.id}
              turn={turn.number}
              source={texts.get(program.sourceText).text}
              close={() => setEdited(false)}
            />
          )}
        </ProgramCard>
      ))}
      {turn.programs.length === 0 && calls.length === 0 && (
        <p class="nothing">This turn ran no program.</p>
      )}
      {calls.length > 0 && (
        <section class="card">
          <h3>
            Tool calls <span class="count">{countText(calls.length)}</span>
          </h3>
          <CallList
            {...{ calls, spans, texts, selected }}
            run={run.id}
            onSelect={(call) => select(call)}
          />
        </section>
      )}
      <ChangeList title="Memory" changes={turn.memory ?? []} unchanged={turn.unchanged} />
      <ChangeList title="Journal" changes={turn.journal ?? []} />
      <ChangeList title="Plan" changes={turn.plan ?? []} />
      <TurnRequests run={run} requests={turn.requests} />
      {turn.feedbackText !== undefined && (
        <details class="card fold">
          <summary>
            <h3>What the model saw next</h3>
            <span class="muted">{bytesText(turn.seenBytes)}</span>
          </summary>
          <LongText texts={texts} index={turn.feedbackText} label="the message after this turn" />
        </details>
      )}
    </article>
  );
}
