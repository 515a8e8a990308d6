// The keys of the page.

import { useEffect, useRef } from "preact/hooks";

const keys: readonly (readonly [string, string])[] = [
  ["j, k", "next, previous row"],
  ["Enter", "open the row"],
  ["n, p", "next, previous turn"],
  ["1, 2, 3", "turn, timeline, messages"],
  ["e", "next failure"],
  ["+, -, 0", "zoom the timeline, whole run"],
  ["/", "search"],
  ["g", "all runs"],
  ["t", "colors: as the system, light, dark"],
  ["Esc", "leave the search, close this"],
];

export function Help({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="help" onClose={close} aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              {key.split(", ").map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
