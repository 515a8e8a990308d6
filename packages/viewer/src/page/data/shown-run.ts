// The run on the page, and its selected span.

import type { RunView } from "../../model/run-view.ts";
import type { Tab } from "./route.ts";
import type { Texts } from "./texts.ts";

/** The data and functions that the tabs of a run share. */
export interface ShownRun {
  readonly id: string;
  readonly view: RunView;
  readonly texts: Texts;
  readonly selected: number;
  readonly select: (span: number, tab?: Tab) => void;
}
