// Handles the files in the result of a tool that a model has called itself. If the model accepts
// files in results, the text has a mark for each file, and the file is attached. Other models read
// the fields. Every request sends the whole conversation, so its files are limited as a whole.

import type { Firewall } from "@ptc/core/firewall";
import { DataDepthError, WorkLimitError, type HostFile, type Value } from "@ptc/core/values";
import type { FilePart, LanguageModel, ModelCapabilities } from "@ptc/llm";
import { takesMediaType } from "@ptc/llm/adapter";
import { answersFromRecording } from "../model/from-recording.ts";
import { AttachedFiles } from "./attached-files.ts";
import { mostAttached } from "./file-bounds.ts";
import { FileCrossing } from "./file-crossing.ts";
import { filePart } from "./file-part.ts";
import { withMarks } from "./marked-value.ts";
import { sizeText } from "./size-text.ts";

export interface AnswerFilesOptions {
  readonly model: LanguageModel;
  readonly log: { readonly firewall: Firewall; readonly warn: (warning: string) => void };
}

/** The shown form of a result, and the files whose marks are in its text. */
export interface ShownWithFiles<Shown> {
  readonly shown: Shown;
  readonly files: readonly FilePart[];
}

/** The maximum number of elements of a result that are searched for files. */
const mostLooked = 1_000_000;

export class AnswerFiles {
  private readonly options: AnswerFilesOptions;
  private readonly types: readonly string[];
  private readonly sent = { files: 0, bytes: 0 };

  constructor(options: AnswerFilesOptions) {
    this.options = options;
    // A model written in JavaScript may declare no capabilities.
    const { capabilities } = options.model as {
      readonly capabilities?: Partial<ModelCapabilities>;
    };
    this.types = capabilities?.resultFiles ?? [];
  }

  /**
   * Shows the result of a tool. `show` writes either the result, or a copy with marks instead of
   * its files.
   */
  shown<Shown extends { readonly text: string }>(
    tool: string,
    answer: unknown,
    show: (answer: unknown) => Shown,
  ): ShownWithFiles<Shown> {
    const { log } = this.options;
    const { firewall } = log;
    const crossing = new FileCrossing(firewall);
    const value = this.types.length === 0 ? undefined : readBy(crossing, answer);
    const plain = { shown: show(value ?? answer), files: [] };
    if (value === undefined || !crossing.mayHaveFiles) return plain;
    const first = this.marked(value, show);
    // The contents of firewalled fields are known only after the whole result has been read.
    const { shown, attached } = first.attached.holdsHidden ? this.marked(value, show) : first;
    const files = attached.files.filter((file) => shown.text.includes(inJson(attached.mark(file))));
    if (files.length === 0) return plain;
    if (!this.mayCarry(files)) {
      log.warn(
        `tool/${tool}: the model sees only the fields of the files in its result: a conversation carries at most ${String(mostAttached.files)} files and ${sizeText(mostAttached.bytes)}`,
      );
      return plain;
    }
    return { shown, files: files.map((file) => filePart(file, firewall)) };
  }

  private marked<Shown>(
    value: Value,
    show: (answer: unknown) => Shown,
  ): { readonly shown: Shown; readonly attached: AttachedFiles } {
    const { firewall } = this.options.log;
    const attached = new AttachedFiles(firewall);
    let looked = 0;
    const marked = withMarks(value, {
      firewall,
      visit: () => ++looked <= mostLooked,
      mark: (file) => (this.isTaken(file) ? attached.mark(file) : undefined),
    });
    return { shown: show(marked), attached };
  }

  private isTaken(file: HostFile): boolean {
    const { model } = this.options;
    const { media_type: mediaType, size_bytes: size } = file;
    // A file without a size is a URL, even if a recording has stored only its fields.
    const isTaken =
      takesMediaType(this.types, mediaType) &&
      (size !== undefined || takesMediaType(model.capabilities.fileUrls, mediaType));
    return isTaken && (file.content() !== undefined || answersFromRecording(model));
  }

  private mayCarry(files: readonly HostFile[]): boolean {
    const bytes = files.reduce((sum, { size_bytes: size = 0 }) => sum + size, this.sent.bytes);
    const count = this.sent.files + files.length;
    if (count > mostAttached.files || bytes > mostAttached.bytes) return false;
    Object.assign(this.sent, { files: count, bytes });
    return true;
  }
}

/** Returns `undefined` for a value that is too deep or too large to show. */
function readBy(crossing: FileCrossing, answer: unknown): Value | undefined {
  try {
    return crossing.fromHost(answer);
  } catch (error) {
    if (error instanceof DataDepthError || error instanceof WorkLimitError) return undefined;
    throw error;
  }
}

function inJson(mark: string): string {
  return JSON.stringify(mark).slice(1, -1);
}
