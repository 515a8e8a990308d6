// Keys of a view. They are ignored while a person types, and with Ctrl, Alt or Meta.

import { useEffect } from "preact/hooks";

export type Keys = Readonly<Record<string, () => void>>;

export function useKeys(keys: Keys): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (document.querySelector("dialog[open]") !== null) return;
      const { target } = event;
      const isField =
        target instanceof HTMLElement &&
        target.matches("input, textarea, select, [contenteditable]");
      if (isField && event.key !== "Escape") return;
      const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}
