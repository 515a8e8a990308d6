// Approves, edits or denies a call that waits. Only a live viewer that knows the run can do it.

import { useState } from "preact/hooks";
import type { WaitView } from "../../model/run-view.ts";
import type { CallDecisionInput } from "../../page-data.ts";
import { timeText, visible } from "../data/formats.ts";
import { usePage } from "../data/page-context.ts";
import type { Texts } from "../data/texts.ts";

export interface WaitFormProps {
  readonly wait: WaitView;
  readonly tool: string;
  readonly texts: Texts;
  readonly run: string;
}

type Step = "choose" | "edit" | "deny" | "answer" | "busy";

export function WaitForm({ wait, tool, texts, run }: WaitFormProps) {
  const { waiting, source, announce, refresh } = usePage();
  const [step, setStep] = useState<Step>("choose");
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const owner = waiting.find(({ calls }) => calls.some(({ id }) => id === wait.id));
  const call = owner?.calls.find(({ id }) => id === wait.id);
  const decide = async (decision: CallDecisionInput): Promise<void> => {
    if (owner === undefined) return;
    const before = step;
    setStep("busy");
    setProblem("");
    try {
      announce(
        await source.decide({ run: owner.id, shown: run, decisions: [[wait.id, decision]] }),
      );
      refresh();
      setStep("choose");
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setStep(before);
    }
  };
  const edit = (): void => {
    setText(
      JSON.stringify(call?.arguments ?? parsedOr(texts.get(wait.argumentsText).text), null, 2),
    );
    setStep("edit");
  };
  return (
    <section class="wait" role="group" aria-label={`tool/${tool} waits for a decision`}>
      <p class="wait-title">
        <b>Waits for a decision</b>
        <span class="muted">
          {wait.reason === "approval" ? "" : ` · ${visible(wait.reason)}`}
          {wait.expiresAt === undefined ? "" : ` · denied after ${timeText(wait.expiresAt)}`}
        </span>
      </p>
      {owner === undefined && (
        <p class="muted">
          {source.isLive
            ? "Start the viewer with --checkpoint or --store to decide here."
            : "A saved page can't decide. Use ptc view, ptc resume or ptc runs."}
        </p>
      )}
      {owner !== undefined && step === "choose" && (
        <div class="actions">
          <button type="button" class="primary" onClick={() => void decide({ type: "approve" })}>
            Approve
          </button>
          <button type="button" onClick={edit}>
            Edit arguments
          </button>
          <button type="button" onClick={() => begin("deny")}>
            Deny
          </button>
          {wait.reason !== "approval" && (
            <button type="button" onClick={() => begin("answer")}>
              Answer
            </button>
          )}
        </div>
      )}
      {step === "busy" && <p role="status">Continuing the run …</p>}
      {(step === "edit" || step === "deny" || step === "answer") && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const read = decisionOf(step, text);
            if (typeof read === "string") setProblem(read);
            else void decide(read);
          }}
        >
          <label>
            {step === "edit"
              ? "Arguments as JSON"
              : step === "deny"
                ? "Message for the program (optional)"
                : "Answer (JSON or text)"}
            <textarea
              rows={step === "edit" ? 8 : 2}
              value={text}
              spellcheck={false}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <div class="actions">
            <button type="submit" class="primary">
              {step === "edit"
                ? "Approve with these arguments"
                : step === "deny"
                  ? "Deny"
                  : "Answer"}
            </button>
            <button type="button" onClick={() => setStep("choose")}>
              Back
            </button>
          </div>
        </form>
      )}
      {problem !== "" && (
        <p class="is-bad" role="alert">
          {visible(problem)}
        </p>
      )}
    </section>
  );

  function begin(next: Step): void {
    setText("");
    setStep(next);
  }
}

/** Returns the decision, or the reason why it is missing. */
function decisionOf(step: Step, text: string): CallDecisionInput | string {
  if (step === "deny")
    return text.trim() === "" ? { type: "deny" } : { type: "deny", message: text.trim() };
  if (step === "answer") return { type: "answer", result: parsedOr(text) };
  const args = parsedOr(text);
  return typeof args === "object" && args !== null && !Array.isArray(args)
    ? { type: "approve", arguments: args as Readonly<Record<string, unknown>> }
    : "The arguments must be a JSON object.";
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
