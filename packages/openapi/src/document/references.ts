// Follows `$ref` within a document: JSON pointers (RFC 6901) in a fragment. Fetches nothing, bounds
// chains of references, and rejects references out of the document by name.

import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { own, ownText } from "./json-object.ts";
import { shown, Unusable } from "./unusable.ts";

const longestChain = 20;
const longestPointer = 1_000;

export class References {
  private readonly root: JsonObject;
  private readonly targets = new Map<string, unknown>();

  constructor(root: JsonObject) {
    this.root = root;
  }

  /**
   * Returns the target of the value's `$ref`, or the value itself if it has none.
   * @throws Unusable
   */
  follow(value: unknown): unknown {
    let target = value;
    for (let hops = 0; isObject(target); hops++) {
      const reference = ownText(target, "$ref");
      if (reference === undefined) return target;
      if (hops === longestChain)
        throw new Unusable(
          `its $ref ${shown(reference)} is part of a chain of more than ${String(longestChain)} references`,
        );
      target = this.target(reference);
    }
    return target;
  }

  /**
   * Returns the target of a reference.
   * @throws Unusable for a missing target, or one outside the document
   */
  target(reference: string): unknown {
    if (!/^#(?:\/|$)/.test(reference))
      throw new Unusable(
        `its $ref ${shown(reference)} points outside the document; bundle the files into one document, because none are fetched`,
      );
    if (!this.targets.has(reference)) this.targets.set(reference, this.find(reference));
    const target = this.targets.get(reference);
    if (target === undefined) throw new Unusable(`its $ref ${shown(reference)} has no target`);
    return target;
  }

  private find(reference: string): unknown {
    let target: unknown = this.root;
    for (const segment of pointerSegments(reference) ?? [""]) {
      if (typeof target !== "object" || target === null) return undefined;
      target = own(target as JsonObject, segment);
    }
    return target;
  }
}

/** Returns the keys of a pointer in a fragment, or undefined if it is invalid. */
export function pointerSegments(reference: string): readonly string[] | undefined {
  if (reference.length > longestPointer) return undefined;
  try {
    return decodeURIComponent(reference)
      .split("/")
      .slice(1)
      .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
  } catch {
    return undefined;
  }
}
