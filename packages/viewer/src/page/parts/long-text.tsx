// A text of any length: the beginning, and more on request.

import { useState } from "preact/hooks";
import { countText, visible } from "../data/formats.ts";
import type { Texts } from "../data/texts.ts";

export interface LongTextProps {
  readonly texts: Texts;
  readonly index: number | undefined;
  /** The name of the text for people who can't see where it is. */
  readonly label: string;
  /** Characters at first. */
  readonly first?: number;
}

const usualFirst = 3_000;
const pageLength = 20_000;

export function LongText({ texts, index, label, first = usualFirst }: LongTextProps) {
  const [most, setMost] = useState(first);
  const [problem, setProblem] = useState("");
  const { text, length } = texts.get(index);
  if (index === undefined || length === 0) return <p class="nothing">empty</p>;
  const shown = text.slice(0, most);
  const more = async (): Promise<void> => {
    try {
      if (text.length < most + pageLength && texts.canLoad(index)) await texts.load(index);
      setMost(most + pageLength);
      setProblem("");
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const isMore = shown.length < text.length || texts.canLoad(index);
  return (
    <div class="long-text">
      <pre tabIndex={0} aria-label={label}>
        {visible(shown)}
      </pre>
      {shown.length < length && (
        <p class="more">
          {isMore ? (
            <button type="button" class="link" onClick={() => void more()}>
              Show more
            </button>
          ) : (
            <span>cut off in this file</span>
          )}
          <span>
            {countText(shown.length)} of {countText(length)} characters
          </span>
          {problem !== "" && <span class="is-bad">{problem}</span>}
        </p>
      )}
    </div>
  );
}
