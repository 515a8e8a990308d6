// A mission: its prompt, tools, answer and turns.

import { countText, durationText, visible } from "../data/formats.ts";
import type { ShownRun } from "../data/shown-run.ts";
import { JsonValue } from "../parts/json-value.tsx";
import { LongText } from "../parts/long-text.tsx";
import { ProgramError } from "../parts/program.tsx";
import { StatusBadge } from "../parts/status.tsx";

export function MissionCard({ view, texts, selected, select }: ShownRun) {
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
