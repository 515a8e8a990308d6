// A list that renders only the rows in view.

import type { ComponentChildren, ComponentType, RefObject } from "preact";
import { VList, type VListHandle } from "virtua";

export type RowsHandle = VListHandle;

export interface VirtualRowsProps<Row> {
  readonly handle: RefObject<RowsHandle | null>;
  readonly data: readonly Row[];
  readonly children: (row: Row, index: number) => ComponentChildren;
  /** Pixels of a row. */
  readonly itemSize: number;
  readonly class: string;
  readonly role: "tree" | "list" | "rowgroup";
  readonly label?: string;
}

interface ListProps {
  readonly ref: RefObject<RowsHandle | null>;
  readonly data: readonly unknown[];
  readonly children: (row: never, index: number) => ComponentChildren;
  readonly itemSize: number;
  readonly class: string;
  readonly role: string;
  readonly tabIndex: number;
  readonly "aria-label": string | undefined;
}

// The library's types are of React; the alias of the build gives it Preact.
const List = VList as unknown as ComponentType<ListProps>;

export function VirtualRows<Row>({
  handle,
  label,
  class: name,
  role,
  data,
  itemSize,
  children,
}: VirtualRowsProps<Row>) {
  return (
    <List
      ref={handle}
      class={name}
      tabIndex={0}
      aria-label={label}
      {...{ role, data, itemSize, children }}
    />
  );
}
