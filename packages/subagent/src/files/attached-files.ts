// The files that a prompt attaches, in the order of their marks. A file that is named again has the
// same mark. One whose fields were read out of a firewalled field is not attached.

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

  /** What stands in the text for `file`, which is attached with it. */
  mark(file: HostFile): string {
    if (isHidden(file, this.firewall)) return firewalledMarker;
    const { name, media_type: mediaType, digest } = file;
    const key = JSON.stringify([digest, mediaType, name]);
    const known = this.attached.get(key);
    if (known !== undefined) return known.mark;
    const mark = fileMark(this.attached.size + 1, file, this.firewall);
    // One more than may be is enough to say that there are too many.
    if (this.attached.size <= mostAttached.files) this.attached.set(key, { file, mark });
    return mark;
  }

  /** Whether one of them turned out to be firewalled when more of the data was read. */
  get holdsHidden(): boolean {
    return this.files.some((file) => isHidden(file, this.firewall));
  }

  /** Why they cannot be sent; undefined where they can. */
  get problem(): string | undefined {
    const { files } = this;
    if (files.length > mostAttached.files)
      return `the prompt attaches more than ${String(mostAttached.files)} files: name fewer, or ask about some at a time`;
    const bytes = files.reduce((sum, { size_bytes: size = 0 }) => sum + size, 0);
    return bytes <= mostAttached.bytes
      ? undefined
      : `the prompt attaches files of ${sizeText(bytes)} together, and at most ${sizeText(mostAttached.bytes)} may be: name fewer, or ask about some at a time`;
  }
}

/**
 * The digest of a file that was read out of a firewalled field is a secret like any other. A secret
 * of a few characters may stand in any digest, so all of it has to be masked.
 */
function isHidden({ digest }: HostFile, firewall: Firewall): boolean {
  return firewall.maskValues(digest) === firewalledMarker;
}
