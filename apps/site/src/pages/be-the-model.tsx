// The page "Be the model": it sends the messages of a real agent to the reader, who answers with
// programs.

import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { ProgramEditor } from "../editor/program-editor.tsx";
import type { PlaygroundState } from "../state/playground-state.ts";
import type { Mistake, ModelQuestion, WorkerReply } from "../worker/messages.ts";
import { DataPane } from "./data-pane.tsx";
import { examples } from "./examples.ts";
import { localNamesOf } from "./local-names.ts";
import { ToolsPane } from "./tools-pane.tsx";
import { useCheck, useEvaluator } from "./use-evaluator.ts";

const noMistakes: readonly Mistake[] = [];
const firstExample = examples[0];

type Stage =
  | { readonly kind: "setup" }
  | { readonly kind: "waiting" }
  | { readonly kind: "asked"; readonly question: ModelQuestion }
  | { readonly kind: "ended"; readonly reply: WorkerReply };

export function BeTheModel({ base }: { readonly base: string }): VNode {
  const evaluator = useEvaluator();
  const [stage, setStage] = useState<Stage>({ kind: "setup" });
  const [prompt, setPrompt] = useState(
    "Which customer owes the most on open orders, and how much?",
  );
  const [signature, setSignature] = useState("() -> {customer :string, due :float}");
  const [messages, setMessages] = useState<ModelQuestion["messages"]>([]);
  const [state, setState] = useState<PlaygroundState>({
    program: "",
    data: firstExample?.data ?? "",
    tools: [],
  });
  const found = useCheck(
    evaluator,
    useMemo(() => ({ ...state, program: "nil" }), [state.data]),
  );
  const localNames = useMemo(() => localNamesOf(state), [state]);

  const start = (): void => {
    setStage({ kind: "waiting" });
    void evaluator
      .send({ kind: "mission", input: { prompt, signature, state, maxTurns: 5 } }, (question) => {
        setMessages(question.messages);
        setStage({ kind: "asked", question });
      })
      .then((reply) => {
        setStage({ kind: "ended", reply });
      });
  };
  const answer = (): void => {
    if (stage.kind !== "asked" || state.program.trim() === "") return;
    setStage({ kind: "waiting" });
    evaluator.answer(state.program);
    setState((current) => ({ ...current, program: "" }));
  };
  const restart = (): void => {
    evaluator.stop("You ended the mission.");
    setMessages([]);
    setStage({ kind: "setup" });
  };

  if (stage.kind === "setup")
    return (
      <div class="playground">
        <div class="playground-panes">
          <section class="pane playground-main" aria-labelledby="mission-title">
            <h2 id="mission-title">Mission</h2>
            <label>
              Question
              <textarea
                rows={3}
                value={prompt}
                onInput={(event) => {
                  setPrompt(event.currentTarget.value);
                }}
              />
            </label>
            <label>
              Signature of the answer
              <input
                value={signature}
                onInput={(event) => {
                  setSignature(event.currentTarget.value);
                }}
              />
            </label>
            <p>
              <button type="button" class="primary" onClick={start}>
                Start the mission
              </button>
            </p>
          </section>
          <div class="playground-side">
            <DataPane
              text={state.data}
              problems={found.problems}
              onChange={(data) => {
                setState((current) => ({ ...current, data }));
              }}
            />
            <ToolsPane
              tools={state.tools}
              onChange={(tools) => {
                setState((current) => ({ ...current, tools }));
              }}
            />
          </div>
        </div>
      </div>
    );

  return (
    <div class="playground">
      <div class="playground-bar">
        <button type="button" onClick={restart}>
          {stage.kind === "ended" ? "New mission" : "End the mission"}
        </button>
        <span class="notice" role="status">
          {stage.kind === "asked" ? "The agent waits for your program." : ""}
        </span>
      </div>
      <ol class="messages">
        {messages.map(({ role, content }, at) => (
          <li key={at} class={`message message-${role}`}>
            <details open>
              <summary>{`${role}, ${content.length.toLocaleString("en")} characters`}</summary>
              <pre tabIndex={0}>{content}</pre>
            </details>
          </li>
        ))}
      </ol>
      {stage.kind === "asked" && (
        <section class="playground-main" aria-label="Your answer">
          <ProgramEditor
            label="Your answer: a program"
            base={base}
            text={state.program}
            mistakes={noMistakes}
            localNames={localNames}
            onChange={(program) => {
              setState((current) => ({ ...current, program }));
            }}
            onRun={answer}
          />
          <p>
            <button type="button" class="primary" onClick={answer}>
              Send to the agent
            </button>
          </p>
        </section>
      )}
      {stage.kind === "ended" && <MissionEnd reply={stage.reply} />}
    </div>
  );
}

function MissionEnd({ reply }: { readonly reply: WorkerReply }): VNode {
  const isAnswered = reply.kind === "mission" && reply.ok;
  const text =
    reply.kind === "mission" ? reply.text : reply.kind === "failed" ? reply.message : reply.kind;
  return (
    <section class={isAnswered ? "result" : "result failed"} aria-labelledby="end-title">
      <h2 id="end-title">{isAnswered ? "The mission is answered" : "The mission failed"}</h2>
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}
