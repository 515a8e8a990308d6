// The mock tools of a program: canned answers, examples of a signature, or JavaScript.

import type { VNode } from "preact";
import { isToolName, stateLimits, type MockTool } from "../state/playground-state.ts";

export interface ToolsPaneProps {
  readonly tools: readonly MockTool[];
  readonly onChange: (tools: readonly MockTool[]) => void;
}

export function ToolsPane({ tools, onChange }: ToolsPaneProps): VNode {
  const replace = (at: number, tool: MockTool): void => {
    onChange(tools.map((other, index) => (index === at ? tool : other)));
  };
  return (
    <section class="pane" aria-labelledby="tools-title">
      <h2 id="tools-title">Tools</h2>
      {tools.length === 0 && (
        <p class="pane-note">
          Without tools, a program can only compute. A tool here returns a canned answer, an example
          of its signature, or the result of your JavaScript.
        </p>
      )}
      {tools.map((tool, at) => (
        <ToolCard
          key={at}
          tool={tool}
          isDuplicate={tools.findIndex(({ name }) => name === tool.name) !== at}
          onChange={(changed) => {
            replace(at, changed);
          }}
          onRemove={() => {
            onChange(tools.filter((_, index) => index !== at));
          }}
        />
      ))}
      {tools.length < stateLimits.tools && (
        <button
          type="button"
          onClick={() => {
            onChange([...tools, newTool(tools)]);
          }}
        >
          Add a tool
        </button>
      )}
    </section>
  );
}

function newTool(tools: readonly MockTool[]): MockTool {
  const names = new Set(tools.map(({ name }) => name));
  let count = tools.length + 1;
  while (names.has(`tool${String(count)}`)) count += 1;
  return {
    name: `tool${String(count)}`,
    signature: "(id :int) -> {total :float}",
    kind: "answer",
    body: '{"total": 20}',
  };
}

interface ToolCardProps {
  readonly tool: MockTool;
  readonly isDuplicate: boolean;
  readonly onChange: (tool: MockTool) => void;
  readonly onRemove: () => void;
}

function ToolCard({ tool, isDuplicate, onChange, onRemove }: ToolCardProps): VNode {
  const problem = isDuplicate
    ? "Another tool has this name."
    : isToolName(tool.name)
      ? ""
      : "A name has letters, digits, _ and -, and begins with a letter.";
  return (
    <fieldset class="tool-card">
      <legend>{`tool/${tool.name}`}</legend>
      <label>
        Name
        <input
          value={tool.name}
          maxLength={stateLimits.name}
          onInput={(event) => {
            onChange({ ...tool, name: event.currentTarget.value });
          }}
        />
      </label>
      <label>
        Signature
        <input
          value={tool.signature}
          placeholder="(id :int) -> {total :float}"
          onInput={(event) => {
            onChange({ ...tool, signature: event.currentTarget.value });
          }}
        />
      </label>
      <label>
        Returns
        <select
          value={tool.kind}
          onChange={(event) => {
            const kind = event.currentTarget.value === "javascript" ? "javascript" : "answer";
            onChange({
              ...tool,
              kind,
              body: kind === "javascript" ? "({ id }) => ({ total: id * 10 })" : '{"total": 20}',
            });
          }}
        >
          <option value="answer">a JSON answer</option>
          <option value="javascript">the result of JavaScript</option>
        </select>
      </label>
      <textarea
        aria-label={`${tool.kind === "javascript" ? "JavaScript" : "Answer"} of tool/${tool.name}`}
        spellcheck={false}
        rows={4}
        placeholder="empty: an example of the signature"
        value={tool.body}
        onInput={(event) => {
          onChange({ ...tool, body: event.currentTarget.value });
        }}
      />
      {problem !== "" && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="button" class="quiet" onClick={onRemove}>
        Remove
      </button>
    </fieldset>
  );
}
