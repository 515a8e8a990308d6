// The requests to models of one turn.

import type { RequestView } from "../../model/run-view.ts";
import {
  compactText,
  costText,
  countText,
  durationText,
  percentText,
  plural,
  visible,
} from "../data/formats.ts";
import { hashOf } from "../data/route.ts";
import type { ShownRun } from "../data/shown-run.ts";
import { LongText } from "../parts/long-text.tsx";

export function TurnRequests({
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
