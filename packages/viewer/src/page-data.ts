// The data between the server and the page, as JSON.

import type { ViewSummary, RunView, TextView } from "./model/run-view.ts";

/** One line of the list of runs. */
export interface RunRow extends ViewSummary {
  /** Identifies the run on this page. */
  readonly id: string;
  /** The file of the trace, for people. */
  readonly file: string;
}

/** A run with the beginnings of its texts. */
export interface RunContent {
  readonly view: RunView;
  readonly texts: readonly TextView[];
  /** Descriptions of unreadable parts. */
  readonly problems: readonly string[];
}

/** The list of runs. */
export interface RunList {
  readonly title: string;
  readonly runs: readonly RunRow[];
  /** The number of files that aren't read yet. */
  readonly unread: number;
  readonly problems: readonly string[];
  readonly canReplay: boolean;
}

/** A call that waits, with its requested arguments. */
export interface UndecidedCall {
  readonly id: string;
  readonly tool: string;
  readonly arguments: unknown;
  /** `approval`, or the reason that the tool gave. */
  readonly reason: string;
}

/** A run that waits for decisions. */
export interface UndecidedRun {
  readonly id: string;
  readonly title: string;
  readonly calls: readonly UndecidedCall[];
}

/** A decision about a call. `arguments` replace the requested ones. */
export type CallDecisionInput =
  | { readonly type: "approve"; readonly arguments?: Readonly<Record<string, unknown>> }
  | { readonly type: "deny"; readonly message?: string }
  | { readonly type: "answer"; readonly result: unknown };

/** The data of a page when it opens. */
export type PageData =
  | { readonly mode: "live" }
  | {
      readonly mode: "file";
      readonly list: RunList;
      /** The runs of the list, in its order. */
      readonly contents: readonly RunContent[];
    };
