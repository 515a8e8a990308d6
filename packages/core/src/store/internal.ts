// `@ptc/core/internal/store`: shared code of the stores. No semantic versioning.

export { Bell } from "./bell.ts";
export { checkedStore } from "./checked-store.ts";
export type { CheckedStoreOptions, StoreBackend } from "./checked-store.ts";
export { RecordTable } from "./record-table.ts";
export type { Mutation, Planned } from "./record-table.ts";
export { keyText } from "./record-checks.ts";
export { recordOptionNames, resolvedRecordOptions } from "./record-options.ts";
export type { ResolvedRecordOptions } from "./record-options.ts";
export { StoredDocument } from "./stored-document.ts";
export { compareRecords, matchesQuery, pageOf } from "./record-order.ts";
export { changedState, currentLease, requireLease, summaryOf } from "./record-state.ts";
export type { LeaseState, RecordState } from "./record-state.ts";
export type { CheckedPage, CheckedQuery, PageCursor } from "./checked-query.ts";
export type { ChangePage, ChangeSource } from "./watch-changes.ts";
export { sealedText, Sealer } from "./sealed-text.ts";
export type { SealedPlace, SealedRole, SealedText } from "./sealed-text.ts";
