// Checks documents one after another. While one is checked, further edits of a document make only
// one more check, and the result of an outdated version isn't reported.

import { setImmediate } from "node:timers/promises";
import { messageOf } from "../files/optional-package.ts";
import { diagnosticsOf, type Diagnostic } from "./diagnostics.ts";
import type { OpenDocument, OpenDocuments } from "./open-documents.ts";
import type { Project } from "./project.ts";

export interface ChecksOptions {
  readonly documents: OpenDocuments;
  readonly project: () => Promise<Project>;
  readonly publish: (document: OpenDocument, found: readonly Diagnostic[]) => void;
  readonly report: (problem: string) => void;
}

export class Checks {
  private readonly options: ChecksOptions;
  private readonly waiting = new Set<string>();
  private isWorking = false;

  constructor(options: ChecksOptions) {
    this.options = options;
  }

  request(uri: string): void {
    this.waiting.add(uri);
    if (this.isWorking) return;
    this.isWorking = true;
    void this.work();
  }

  private async work(): Promise<void> {
    const { documents } = this.options;
    // Reads the messages that have already arrived, so that fast typing is checked once.
    await setImmediate();
    for (const uri of this.waiting) {
      this.waiting.delete(uri);
      const document = documents.get(uri);
      if (document !== undefined) await this.check(document);
      await setImmediate();
    }
    this.isWorking = false;
  }

  private async check(document: OpenDocument): Promise<void> {
    const { documents, project, publish, report } = this.options;
    try {
      const found = await diagnosticsOf(document, await project());
      if (documents.get(document.uri) === document) publish(document, found);
    } catch (error) {
      report(`the check failed: ${messageOf(error)}`);
    }
  }
}
