// The contract of the files that give the page its actions.

import type { ViewerActions } from "@ptc/viewer";

/** Actions of the page, and the function that ends what they use. */
export interface OpenActions {
  readonly actions: ViewerActions;
  readonly close: () => Promise<void>;
}
