// Collects the files that a prompt attaches, in the order of their marks. A file that is named
// again gets the same mark. A file read from a firewalled field is not attached.

import type { Firewall } from "@ptc/core/firewall";
import type { HostFile } from "@ptc/core/values";
import { firewalledMarker } from "@ptc/core/internal/values";
import { mostAttached } from "./file-bounds.ts";
import { fileMark } from "./file-mark.ts";
import { sizeText } from "./size-text.ts";

export class AttachedFiles {
  private readonly attached = new Map<string, { readonly file: HostFile; readonly mark: string }>();
  private readonly firewall: Firewall;

  constructor(firewall: Firewall) {
    this.firewall = firewall;
  }

  get files(): readonly HostFile[] {
    return Array.from(this.attached.values(), ({ file }) => file);
  }

  /** Attaches `file` and returns its mark for the text. */
  mark(file: HostFile): string {
    if (isHidden(file, this.firewall)) return firewalledMarker;
    const { name, media_type: mediaType, digest } = file;
    const key = JSON.stringify([digest, mediaType, name]);
    const known = this.attached.get(key);
    if (known !== undefined) return known.mark;
    const mark = fileMark(this.attached.size + 1, file, this.firewall);
    // One more than the limit is enough to report that there are too many.
    if (this.attached.size <= mostAttached.files) this.attached.set(key, { file, mark });
    return mark;
  }

  /** True if a file turned out to be firewalled as more of the data was read. */
  get holdsHidden(): boolean {
    return this.files.some((file) => isHidden(file, this.firewall));
  }

  /** The reason why the files can't be sent. Undefined if they can. */
  get problem(): string | undefined {
    const { files } = this;
    if (files.length > mostAttached.files)
      return `the prompt attaches more than ${String(mostAttached.files)} files: name fewer, or split the question`;
    const bytes = files.reduce((sum, { size_bytes: size = 0 }) => sum + size, 0);
    return bytes <= mostAttached.bytes
      ? undefined
      : `the prompt attaches files of ${sizeText(bytes)} in total, but at most ${sizeText(mostAttached.bytes)} are allowed: name fewer, or split the question`;
  }
}

/**
 * True if the file was read from a firewalled field, which makes its digest a secret. A short
 * secret may occur in any digest, so only a fully masked digest counts.
 */
function isHidden({ digest }: HostFile, firewall: Firewall): boolean {
  return firewall.maskValues(digest) === firewalledMarker;
}
