// One message: the question, or the parts of the answer in their order.

import type { UIMessageOfRun } from "@ptc/ai-sdk/ui";
import { Answer } from "./answer.tsx";
import { Approval } from "./approval.tsx";
import { Program } from "./program.tsx";

type Part = UIMessageOfRun["parts"][number];

export interface MessageProps {
  readonly message: UIMessageOfRun;
  readonly isRunning: boolean;
  readonly onDecision: (id: string, approved: boolean) => void;
}

export function Message({ message, isRunning, onDecision }: MessageProps) {
  const { role, parts, metadata } = message;
  if (role === "user")
    return (
      <article className="question" aria-label="You">
        {parts.map((part, index) => part.type === "text" && <p key={index}>{part.text}</p>)}
      </article>
    );
  const waits = parts.some((part) => "state" in part && part.state === "approval-requested");
  const isStopped = !isRunning && !waits && metadata?.usage === undefined;
  return (
    <article className="answer" aria-label="Answer">
      {parts.map((part, index) => (
        <MessagePart
          key={index}
          part={part}
          parts={parts}
          isRunning={isRunning}
          onDecision={onDecision}
        />
      ))}
      {isStopped && <p className="muted">Stopped before the end.</p>}
      {!isRunning && metadata?.usage !== undefined && (
        <p className="usage">{metadata.usage.totalTokens.toLocaleString("en")} tokens</p>
      )}
    </article>
  );
}

interface PartProps extends Omit<MessageProps, "message"> {
  readonly part: Part;
  readonly parts: readonly Part[];
}

function MessagePart({ part, parts, isRunning, onDecision }: PartProps) {
  if (part.type === "text") return <p>{part.text}</p>;
  if (part.type === "reasoning")
    return (
      <details className="reasoning">
        <summary>Thinking</summary>
        <p>{part.text}</p>
      </details>
    );
  if (part.type === "data-answer") return <Answer value={part.data.value} />;
  if (part.type !== "dynamic-tool") return null;
  if (part.toolName === "lisp_eval")
    return <Program part={part} calls={callsOf(part, parts)} isRunning={isRunning} />;
  return <Approval part={part} onDecision={onDecision} />;
}

/** The calls of a program follow it as data parts. */
function callsOf(
  program: Extract<Part, { readonly type: "dynamic-tool" }>,
  parts: readonly Part[],
): readonly string[] {
  const spanId = program.toolMetadata?.["spanId"];
  return parts.flatMap((part) =>
    part.type === "data-tool-call" && part.data.parentSpanId === spanId
      ? [`${part.data.name}: ${part.data.state}`]
      : [],
  );
}
