// The state that all parts of the page share.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { RunList, UndecidedRun } from "../../page-data.ts";
import type { RunSource } from "./run-source.ts";

export interface PageState {
  readonly source: RunSource;
  /** The number of changes that the server announced. */
  readonly version: number;
  readonly isConnected: boolean;
  readonly list: RunList | undefined;
  readonly waiting: readonly UndecidedRun[];
  /** Shows a sentence for some seconds. */
  readonly announce: (text: string) => void;
  readonly refresh: () => void;
}

export const PageContext = createContext<PageState | undefined>(undefined);

export function usePage(): PageState {
  const state = useContext(PageContext);
  if (state === undefined) throw new TypeError("the page has no state");
  return state;
}
