// The calls of a turn. Equal neighbors can be many, so calls come in pages; a call opens to its
// arguments and its result.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CallView, SpanView } from "../../model/run-view.ts";
import { bytesText, countText, durationText, visible } from "../data/formats.ts";
import type { Texts } from "../data/texts.ts";
import { JsonValue } from "./json-value.tsx";
import { StatusMark } from "./status.tsx";
import { WaitForm } from "./wait-form.tsx";

export interface CallListProps {
  readonly calls: readonly CallView[];
  readonly spans: readonly SpanView[];
  readonly texts: Texts;
  readonly run: string;
  /** The call that is open and in view. */
  readonly selected: number;
  readonly onSelect: (span: number) => void;
}

const pageLength = 50;

export function CallList({ calls, spans, texts, run, selected, onSelect }: CallListProps) {
  const [query, setQuery] = useState("");
  const [most, setMost] = useState(pageLength);
  const found = useMemo(() => matching(calls, query, spans), [calls, query, spans]);
  const place = found.findIndex(({ span }) => span === selected);
  const shown = found.slice(0, Math.max(most, place + 1));
  return (
    <div class="calls">
      {calls.length > 8 && (
        <input
          type="search"
          placeholder="Filter calls by tool, arguments or error"
          aria-label="Filter calls"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      {shown.map((call) => (
        <Call
          key={call.span}
          {...{ call, texts, run, onSelect }}
          span={spans[call.span]}
          isSelected={call.span === selected}
        />
      ))}
      {found.length > shown.length && (
        <button type="button" class="link" onClick={() => setMost(most + pageLength)}>
          Show more ({countText(found.length - shown.length)} left)
        </button>
      )}
      {found.length === 0 && <p class="nothing">no call matches</p>}
    </div>
  );
}

function matching(
  calls: readonly CallView[],
  query: string,
  spans: readonly SpanView[],
): readonly CallView[] {
  const wanted = query.toLowerCase();
  if (wanted === "") return calls;
  return calls.filter(({ name, error = "", span }) =>
    `${name} ${spans[span]?.brief ?? ""} ${error}`.toLowerCase().includes(wanted),
  );
}

interface CallProps extends Pick<CallListProps, "texts" | "run" | "onSelect"> {
  readonly call: CallView;
  readonly span: SpanView | undefined;
  readonly isSelected: boolean;
}

function Call({ call, span, texts, run, isSelected, onSelect }: CallProps) {
  const [isOpen, setOpen] = useState(
    isSelected || (call.wait !== undefined && call.ok === undefined),
  );
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isSelected) return;
    setOpen(true);
    row.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected]);
  const { name, error, isCached, attempts, wait, lines, missions, resultBytes } = call;
  const duration = span?.end === undefined ? undefined : span.end - span.start;
  return (
    <div ref={row} class={isSelected ? "call is-selected" : "call"}>
      <button
        type="button"
        class="call-head"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
          if (!isOpen) onSelect(call.span);
        }}
      >
        <span class="chevron" aria-hidden="true" />
        <StatusMark status={span?.status ?? "open"} />
        <span class="call-name">tool/{visible(name)}</span>
        <span class="call-brief">{visible(span?.brief ?? "")}</span>
        {call.isNative && <span class="tag">native</span>}
        {isCached && <span class="tag">cached</span>}
        {attempts !== undefined && <span class="tag">{attempts} attempts</span>}
        {missions > 0 && (
          <span class="tag">
            {missions === 1 ? "child agent" : `${String(missions)} child agents`}
          </span>
        )}
        {wait?.decision !== undefined && <span class="tag">{wait.decision}</span>}
        {lines.length > 0 && (
          <span class="call-line">
            line {lines.length === 1 ? lines[0] : `${String(lines[0])}+`}
          </span>
        )}
        <span class="call-size">{call.resultText === undefined ? "" : bytesText(resultBytes)}</span>
        <span class="call-time">{duration === undefined ? "" : durationText(duration)}</span>
      </button>
      {isOpen && (
        <div class="call-body">
          {wait !== undefined && call.ok === undefined && (
            <WaitForm {...{ wait, texts, run }} tool={name} />
          )}
          {wait !== undefined && wait.decision !== undefined && (
            <Decided wait={wait} texts={texts} />
          )}
          <section>
            <h4>Arguments</h4>
            <JsonValue
              texts={texts}
              index={call.argumentsText}
              label={`arguments of tool/${name}`}
            />
          </section>
          <section>
            <h4>{error === undefined ? "Result" : "Error"}</h4>
            {error === undefined ? (
              <JsonValue texts={texts} index={call.resultText} label={`result of tool/${name}`} />
            ) : (
              <p class="error-text">{visible(error)}</p>
            )}
          </section>
        </div>
      )}
    </div>
  );
}

function Decided({
  wait,
  texts,
}: {
  readonly wait: NonNullable<CallView["wait"]>;
  readonly texts: Texts;
}) {
  return (
    <section>
      <h4>Decision</h4>
      <p>
        <b>{wait.decision}</b> {wait.message === undefined ? "" : visible(wait.message)}
      </p>
      {wait.editedText !== undefined && (
        <JsonValue texts={texts} index={wait.editedText} label="edited arguments" />
      )}
    </section>
  );
}
