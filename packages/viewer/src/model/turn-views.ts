// The turns of a run, with their requests, programs and calls.

import { presentFields } from "@ptc/core/internal/host";
import { callSites } from "./call-sites.ts";
import { callView } from "./call-view.ts";
import { ChangeViews } from "./change-views.ts";
import { failView } from "./fail-view.ts";
import { dataOf, type PlacedSpan } from "./placed-span.ts";
import { RequestViews } from "./request-view.ts";
import type { CallView, MessageView, ProgramView, RequestView, TurnView } from "./run-view.ts";
import { statusOf } from "./span-view.ts";
import { utf8Bytes, type TextTable } from "./text-table.ts";

/** The parts of a turn, collected in the order of the tree. */
interface Parts {
  readonly requests: RequestView[];
  readonly programs: (Omit<ProgramView, "calls"> & { readonly calls: CallView[] })[];
  readonly calls: CallView[];
}

export interface TurnViews {
  readonly turns: readonly TurnView[];
  readonly messages: readonly MessageView[];
  /** The index of the turn of each span, or -1. */
  readonly turnOf: readonly number[];
}

export function turnViews(spans: readonly PlacedSpan[], texts: TextTable): TurnViews {
  const requests = new RequestViews(texts);
  const owners: number[] = [];
  const turnOf: number[] = [];
  const partsOf: Parts[] = [];
  const programs = new Map<number, { readonly calls: CallView[]; readonly sites: Sites }>();
  for (const placed of spans) {
    const { span, index } = placed;
    const owner = ownerOf(placed);
    if (owner === index) {
      owners.push(index);
      partsOf.push({ requests: [], programs: [], calls: [] });
    }
    const turn = owner < 0 ? -1 : owner === index ? owners.length - 1 : (turnOf[owner] ?? -1);
    turnOf.push(turn);
    const parts = partsOf[turn];
    if (span.name === "model-request") parts?.requests.push(requests.view(placed));
    if (span.name === "program") {
      const { program, sites } = programView(placed, texts);
      parts?.programs.push(program);
      programs.set(index, { calls: program.calls, sites });
    }
    if (span.name === "tool-call") {
      const around = programs.get(placed.program);
      const call = callView(placed, texts, around?.sites ?? noSites);
      (around?.calls ?? parts?.calls)?.push(call);
    }
  }
  const changes = new Map<number, StateOfMission>();
  const turns = owners.map((owner, turn) =>
    turnView(
      spans[owner],
      partsOf[turn],
      texts,
      stateOf(changes, spans[owner]?.mission ?? -1, texts),
    ),
  );
  return { turns, messages: requests.messages, turnOf };
}

type Sites = ReadonlyMap<string, readonly number[]>;
const noSites: Sites = new Map();

/** A turn owns the spans below it, up to child missions. So does a program outside a turn. */
function ownerOf({ turn, program }: PlacedSpan): number {
  return turn >= 0 ? turn : program;
}

interface StateOfMission {
  readonly memory: ChangeViews;
  readonly journal: ChangeViews;
  readonly plan: ChangeViews;
}

function stateOf(
  states: Map<number, StateOfMission>,
  mission: number,
  texts: TextTable,
): StateOfMission {
  const state = states.get(mission) ?? {
    memory: new ChangeViews(texts),
    journal: new ChangeViews(texts),
    plan: new ChangeViews(texts),
  };
  states.set(mission, state);
  return state;
}

function programView(
  { span, index }: PlacedSpan,
  texts: TextTable,
): { readonly program: Parts["programs"][number]; readonly sites: Sites } {
  const source = dataOf(span.start, "program-start")?.source ?? "";
  const ended = dataOf(span.end, "program-end");
  return {
    sites: callSites(source),
    program: {
      span: index,
      sourceText: texts.text(source, "program"),
      printTexts: (ended?.prints ?? []).map((print) => texts.text(print)),
      warnings: (ended?.warnings ?? []).slice(0, 20).map((warning) => texts.message(warning)),
      libraries: Object.keys(ended?.libraries ?? {}).map((name) => texts.line(name, 80)),
      calls: [],
      ...presentFields({
        ok: ended?.ok,
        valueText: ended?.text === undefined ? undefined : texts.text(ended.text),
        fail: ended?.fail && failView(ended.fail, texts),
        steps: ended?.usage.steps,
        memoryBytes: ended?.usage.memoryBytes,
      }),
    },
  };
}

function turnView(
  placed: PlacedSpan | undefined,
  { requests, programs, calls }: Parts = { requests: [], programs: [], calls: [] },
  texts: TextTable,
  { memory, journal, plan }: StateOfMission,
): TurnView {
  if (placed === undefined) throw new TypeError("a turn has no span");
  const { span, index, mission } = placed;
  const isTurn = span.name === "turn";
  const started = dataOf(span.start, "turn-start");
  const ended = dataOf(span.end, "turn-end");
  const changes = ended?.changes;
  const changed = memory.view(changes?.memory);
  const all = [...calls, ...programs.flatMap((program) => program.calls)];
  const fail = ended?.fail && failView(ended.fail, texts);
  return {
    span: index,
    mission,
    status: statusOf(placed),
    requests,
    programs,
    calls,
    dataBytes: all.reduce((sum, { resultBytes }) => sum + resultBytes, 0),
    seenBytes: ended?.feedback === undefined ? 0 : utf8Bytes(ended.feedback),
    unchanged: memory.unchanged(changed),
    ...presentFields({
      number: isTurn ? (started?.turn ?? ended?.turn) : undefined,
      turnsLeft: started?.turnsLeft,
      fail: isTurn ? fail : programs[0]?.fail,
      feedbackText: ended?.feedback === undefined ? undefined : texts.text(ended.feedback),
      memory: changes?.memory === undefined ? undefined : changed,
      journal: changes?.journal === undefined ? undefined : journal.view(changes.journal),
      plan: changes?.plan === undefined ? undefined : plan.view(changes.plan),
    }),
  };
}
