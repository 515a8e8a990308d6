// The texts of the shown run, as far as they are loaded.

import type { TextView } from "../../model/run-view.ts";
import type { RunSource } from "./run-source.ts";

const none: TextView = { kind: "text", length: 0, text: "" };

export class Texts {
  private readonly views: TextView[];
  private readonly source: RunSource;
  private readonly run: string;

  constructor(views: readonly TextView[], source: RunSource, run: string) {
    this.views = [...views];
    this.source = source;
    this.run = run;
  }

  get(index: number | undefined): TextView {
    return this.views[index ?? -1] ?? none;
  }

  /** True if the server has more of a text. */
  canLoad(index: number): boolean {
    const { text, length } = this.get(index);
    return this.source.isLive && text.length < length;
  }

  /** Loads the next part. */
  async load(index: number): Promise<void> {
    const view = this.get(index);
    const more = await this.source.text(this.run, index, view.text.length);
    // Another call may have loaded the same part.
    if (this.get(index).text.length === view.text.length)
      this.views[index] = { ...view, text: view.text + more };
  }

  /** Loads a text up to a length, for comparisons and editing. */
  async loadAll(index: number, most = 2_000_000): Promise<string> {
    while (this.canLoad(index) && this.get(index).text.length < most) {
      const { length } = this.get(index).text;
      await this.load(index);
      if (this.get(index).text.length === length) break;
    }
    return this.get(index).text;
  }
}
