// The field for a question, with the button that sends it or stops the answer.

import { useState, type KeyboardEvent, type SyntheticEvent } from "react";

export interface ComposerProps {
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly onAsk: (text: string) => void;
  readonly onStop: () => void;
}

export function Composer({ isReady, isBusy, onAsk, onStop }: ComposerProps) {
  const [text, setText] = useState("");
  const send = (): void => {
    if (!isReady || isBusy || text.trim() === "") return;
    onAsk(text.trim());
    setText("");
  };
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className="composer" onSubmit={onSubmit}>
      <label className="hidden" htmlFor="question">
        Question
      </label>
      <textarea
        id="question"
        rows={1}
        maxLength={2_000}
        value={text}
        disabled={!isReady}
        placeholder={isReady ? "Ask about this table" : "Choose a file first"}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      {isBusy ? (
        <button type="button" className="primary" onClick={onStop}>
          Stop
        </button>
      ) : (
        <button type="submit" className="primary" disabled={!isReady || text.trim() === ""}>
          Ask
        </button>
      )}
    </form>
  );
}
