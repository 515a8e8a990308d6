// One turn: what the model wrote, what its program did with which data, and what changed.

import { useState } from "preact/hooks";
import type { CallView, ProgramView, RequestView, TurnView } from "../../model/run-view.ts";
import {
  bytesText,
  compactText,
  costText,
  countText,
  durationText,
  percentText,
  plural,
  visible,
} from "../data/formats.ts";
import type { ShownRun } from "../data/shown-run.ts";
import { usePage } from "../data/page-context.ts";
import { hashOf } from "../data/route.ts";
import { CallList } from "../parts/call-list.tsx";
import { ChangeList } from "../parts/change-list.tsx";
import { DataBar } from "../parts/data-bar.tsx";
import { JsonValue } from "../parts/json-value.tsx";
import { LongText } from "../parts/long-text.tsx";
import { Program, ProgramError } from "../parts/program.tsx";
import { ReplayEditor } from "../parts/replay-editor.tsx";
import { StatusBadge } from "../parts/status.tsx";

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
      <Requests run={run} requests={turn.requests} />
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

interface ProgramCardProps {
  readonly program: ProgramView;
  readonly run: ShownRun;
  readonly durationOf: (call: CallView) => number | undefined;
  readonly edit: (() => void) | undefined;
  readonly children?: preact.ComponentChildren;
}

function ProgramCard({
  program,
  run: { texts, select },
  durationOf,
  edit,
  children,
}: ProgramCardProps) {
  const source = texts.get(program.sourceText);
  const { fail } = program;
  const isPlaced = fail?.line !== undefined && fail.file === undefined && fail.line > 0;
  return (
    <section class={fail === undefined ? "card" : "card is-bad"}>
      <h3>
        Program
        {program.steps !== undefined && (
          <span class="muted">{compactText(program.steps)} steps</span>
        )}
        {program.libraries.map((name) => (
          <span key={name} class="tag">
            {visible(name)}
          </span>
        ))}
        <span class="spring" />
        {edit !== undefined && source.text.length === source.length && (
          <button type="button" class="quiet" onClick={edit}>
            Edit and replay
          </button>
        )}
      </h3>
      {children}
      <Program
        source={source.text}
        fail={fail}
        calls={program.calls}
        durationOf={durationOf}
        onCall={(call) => select(call.span)}
        label="the program"
      />
      {fail !== undefined && !isPlaced && <ProgramError fail={fail} />}
      {fail !== undefined && fail.others.length > 0 && (
        <ul class="others">
          {fail.others.map((other, index) => (
            <li key={index}>
              <ProgramError fail={other} />
            </li>
          ))}
        </ul>
      )}
      {program.warnings.map((warning) => (
        <p key={warning} class="warning">
          {visible(warning)}
        </p>
      ))}
      {program.printTexts.length > 0 && (
        <>
          <h4>Prints</h4>
          {program.printTexts.map((print, index) => (
            <LongText
              key={index}
              texts={texts}
              index={print}
              label={`print ${String(index + 1)}`}
              first={1_200}
            />
          ))}
        </>
      )}
      {program.valueText !== undefined && (
        <>
          <h4>Value</h4>
          <LongText
            texts={texts}
            index={program.valueText}
            label="the value of the program"
            first={1_200}
          />
        </>
      )}
    </section>
  );
}

function Requests({
  run,
  requests,
}: {
  readonly run: ShownRun;
  readonly requests: readonly RequestView[];
}) {
  if (requests.length === 0) return null;
  return (
    <section class="card">
      <h3>
        Model <span class="count">{countText(requests.length)}</span>
      </h3>
      {requests.map((request) => (
        <Request key={request.span} {...{ run, request }} />
      ))}
    </section>
  );
}

function Request({
  run: { view, texts, id },
  request,
}: {
  readonly run: ShownRun;
  readonly request: RequestView;
}) {
  const span = view.spans[request.span];
  const messages = plural(request.same + request.added.length, "message");
  return (
    <div class="request">
      <details>
        <summary>
          <RequestFacts request={request} />
          {span?.end !== undefined && <span>{durationText(span.end - span.start)}</span>}
          {request.error !== undefined && (
            <span class="is-bad">
              {visible(request.error)}
              {request.retryInMs !== undefined &&
                ` (retried after ${durationText(request.retryInMs)})`}
            </span>
          )}
        </summary>
        {request.answerText !== undefined && (
          <LongText texts={texts} index={request.answerText} label="the answer of the model" />
        )}
        {request.requestId !== undefined && (
          <p class="muted">request {visible(request.requestId)}</p>
        )}
      </details>
      <a href={hashOf({ view: "run", run: id, tab: "messages", span: span?.id })}>{messages}</a>
    </div>
  );
}

function RequestFacts({ request }: { readonly request: RequestView }) {
  const { inputTokens = 0, outputTokens = 0, cachedTokens = 0 } = request;
  return (
    <>
      <span class="request-model">
        {visible(request.model ?? "model")}
        {request.isSummary && " (summary)"}
      </span>
      <span>
        {request.isEstimated && "≈ "}
        {compactText(inputTokens)} in
        {cachedTokens > 0 && (
          <span class="good"> {percentText(cachedTokens, inputTokens)} cached</span>
        )}
      </span>
      <span>{compactText(outputTokens)} out</span>
      {request.cost !== undefined && <span>cost {costText(request.cost)}</span>}
    </>
  );
}

function MissionCard({ view, texts, selected, select }: ShownRun) {
  const span = view.spans[selected];
  const mission = view.missions.find((each) => each.span === selected);
  const turns = view.turns.filter((turn) => turn.mission === selected);
  if (mission === undefined || span === undefined)
    return (
      <section class="card">
        <h2>{visible(span?.name ?? "")}</h2>
        <p>{visible(span?.brief ?? "")}</p>
      </section>
    );
  return (
    <article class="turn" aria-labelledby="mission-title">
      <header class="turn-head">
        <h2 id="mission-title">{visible(mission.agent ?? "Mission")}</h2>
        <StatusBadge status={span.status} reason={mission.fail?.reason} />
        <span class="muted">
          {span.end === undefined ? "" : durationText(span.end - span.start)}
        </span>
      </header>
      <section class="card">
        <h3>Prompt</h3>
        <LongText texts={texts} index={mission.promptText} label="the prompt" />
        {mission.signature !== undefined && (
          <>
            <h4>Signature</h4>
            <pre tabIndex={0} aria-label="the signature">
              {visible(mission.signature)}
            </pre>
          </>
        )}
        {mission.tools.length > 0 && (
          <>
            <h4>Tools</h4>
            <p class="tags">
              {mission.tools.map((tool) => (
                <span key={tool} class="tag">
                  {visible(tool)}
                </span>
              ))}
            </p>
          </>
        )}
      </section>
      {mission.fail !== undefined && (
        <section class="card is-bad">
          <h3>{span.status === "partial" ? "Why the answer is partial" : "Failure"}</h3>
          <ProgramError fail={mission.fail} />
        </section>
      )}
      {mission.returnText !== undefined && (
        <section class="card">
          <h3>Answer</h3>
          <JsonValue texts={texts} index={mission.returnText} label="the answer" />
        </section>
      )}
      <section class="card">
        <h3>
          Turns <span class="count">{countText(turns.length)}</span>
        </h3>
        <div class="turn-links">
          {turns.slice(0, 200).map((turn) => (
            <button
              key={turn.span}
              type="button"
              class="call-head"
              onClick={() => select(turn.span)}
            >
              <StatusBadge status={turn.status} />
              <span class="call-name">
                {turn.number === undefined ? "program" : `Turn ${String(turn.number)}`}
              </span>
              <span class="call-brief">{visible(turn.fail?.message ?? "")}</span>
            </button>
          ))}
        </div>
      </section>
    </article>
  );
}
