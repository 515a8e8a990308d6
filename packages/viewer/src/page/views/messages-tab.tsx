// The exact messages of a request, with the part that the provider read from its cache.

import { useMemo } from "preact/hooks";
import type { MessageView, RequestView, RunView } from "../../model/run-view.ts";
import { compactText, costText, countText, percentText, plural, visible } from "../data/formats.ts";
import type { ShownRun } from "../data/shown-run.ts";
import type { Texts } from "../data/texts.ts";
import { JsonValue } from "../parts/json-value.tsx";
import { LongText } from "../parts/long-text.tsx";
import { TokenChart } from "../parts/token-chart.tsx";

interface MissionRequest {
  readonly request: RequestView;
  /** Indexes in `messages` of the run. */
  readonly messages: readonly number[];
}

export function MessagesTab({ view, texts, selected, select }: ShownRun) {
  const span = view.spans[selected];
  const turn =
    view.turns[span?.turn ?? -1] ??
    view.turns.find(({ mission }) => mission === selected) ??
    view.turns[0];
  const requests = useMemo(() => missionRequests(view, turn?.mission ?? -1), [view, turn?.mission]);
  const inTurn = turn?.requests ?? [];
  const own = inTurn.find((request) => request.span === selected) ?? inTurn[0];
  const place = Math.max(
    0,
    requests.findIndex(({ request }) => request.span === own?.span),
  );
  const shown = requests[place];
  if (shown === undefined) return <p class="nothing">This run has no model requests.</p>;
  const { request, messages } = shown;
  const to = (next: number): void => {
    const span = requests[next]?.request.span;
    if (span !== undefined) select(span);
  };
  return (
    <article class="messages">
      {requests.length > 1 && (
        <TokenChart
          requests={requests.map(({ request: each }) => each)}
          selected={place}
          onSelect={to}
        />
      )}
      <header class="turn-head">
        <h2>
          Request {countText(place + 1)} <span class="muted">of {countText(requests.length)}</span>
        </h2>
        {request.model !== undefined && <span class="tag">{visible(request.model)}</span>}
        {request.isSummary && <span class="tag">summary</span>}
        <Tokens request={request} />
        <span class="pager">
          <button type="button" disabled={place === 0} onClick={() => to(place - 1)}>
            ← Previous
          </button>
          <button
            type="button"
            disabled={place === requests.length - 1}
            onClick={() => to(place + 1)}
          >
            Next →
          </button>
        </span>
      </header>
      <MessageList key={request.span} {...{ view, texts, request, messages }} />
      {request.answerText !== undefined && (
        <details class="message role-assistant" open>
          <summary>
            <span class="role">answer</span>
            <span class="muted">
              {request.outputTokens === undefined
                ? ""
                : `${countText(request.outputTokens)} tokens`}
            </span>
          </summary>
          <LongText texts={texts} index={request.answerText} label="the answer of the model" />
        </details>
      )}
      {request.error !== undefined && <p class="notice is-bad">{visible(request.error)}</p>}
    </article>
  );
}

function Tokens({ request }: { readonly request: RequestView }) {
  const { inputTokens, outputTokens, cachedTokens = 0, cost } = request;
  if (inputTokens === undefined) return null;
  return (
    <span class="muted">
      {request.isEstimated && "≈ "}
      {countText(inputTokens)} tokens in
      {cachedTokens > 0 && (
        <span class="good">, {percentText(cachedTokens, inputTokens)} from the cache</span>
      )}
      {outputTokens !== undefined && `, ${countText(outputTokens)} out`}
      {cost !== undefined && `, cost ${costText(cost)}`}
    </span>
  );
}

interface MessageListProps {
  readonly view: RunView;
  readonly texts: Texts;
  readonly request: RequestView;
  readonly messages: readonly number[];
}

function MessageList({ view, texts, request, messages }: MessageListProps) {
  const listed = messages.map((index) => view.messages[index]).filter((each) => each !== undefined);
  const lengths = listed.map((message) => lengthOf(message, texts));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const perCharacter =
    request.inputTokens === undefined || total === 0 ? 0.25 : request.inputTokens / total;
  const cached = request.cachedTokens ?? 0;
  let before = 0;
  return (
    <div class="message-list">
      {listed.map((message, index) => {
        const tokens = (lengths[index] ?? 0) * perCharacter;
        const share = tokens === 0 ? 0 : Math.max(0, Math.min(1, (cached - before) / tokens));
        before += tokens;
        return (
          <Message
            key={index}
            {...{ message, texts, tokens }}
            cachedShare={share}
            isNew={index >= request.same}
            place={index}
          />
        );
      })}
    </div>
  );
}

interface MessageProps {
  readonly message: MessageView;
  readonly texts: Texts;
  readonly tokens: number;
  readonly cachedShare: number;
  readonly isNew: boolean;
  readonly place: number;
}

function Message({ message, texts, tokens, cachedShare, isNew, place }: MessageProps) {
  const { role, contentText, partsText } = message;
  const { text } = texts.get(contentText);
  return (
    <details
      class={`message role-${role} ${isNew ? "is-new" : ""}`}
      open={isNew && role !== "system"}
    >
      <summary>
        <i
          class="cached-bar"
          aria-hidden="true"
          style={{ "--cached": `${String(Math.round(cachedShare * 100))}%` }}
        />
        <span class="role">{role}</span>
        <span class="message-start">{visible(text.slice(0, 200).replace(/\s+/g, " "))}</span>
        {isNew && place > 0 && <span class="tag">new</span>}
        {cachedShare > 0 && (
          <span class="tag is-good">
            {cachedShare >= 0.99 ? "cached" : `${String(Math.round(cachedShare * 100))} % cached`}
          </span>
        )}
        <span class="muted">≈ {compactText(Math.round(tokens))} tokens</span>
      </summary>
      <LongText
        texts={texts}
        index={contentText}
        label={`message ${String(place + 1)} of ${role}`}
        first={6_000}
      />
      {partsText !== undefined && (
        <JsonValue
          texts={texts}
          index={partsText}
          label={`parts of message ${plural(place + 1, "part")}`}
        />
      )}
    </details>
  );
}

function lengthOf({ contentText, partsText }: MessageView, texts: Texts): number {
  return (
    texts.get(contentText).length + (partsText === undefined ? 0 : texts.get(partsText).length)
  );
}

/** Returns the requests of a mission with all of their messages. */
function missionRequests(view: RunView, mission: number): readonly MissionRequest[] {
  let before: readonly number[] = [];
  return view.turns
    .filter((turn) => turn.mission === mission)
    .flatMap(({ requests }) =>
      requests.map((request) => {
        const messages = request.isSummary
          ? request.added
          : [...before.slice(0, request.same), ...request.added];
        if (!request.isSummary) before = messages;
        return { request, messages };
      }),
    );
}
