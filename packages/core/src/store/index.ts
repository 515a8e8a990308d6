// `@ptc/core/store`: the contract of stores for runs, the store in memory, and encryption.

export { encryptedStore } from "./encrypted-store.ts";
export type { EncryptedStore, EncryptedStoreOptions } from "./encrypted-store.ts";
export type { Reencryption } from "./reencryption.ts";
export type { StoreKey, StoreKeys } from "./sealed-text.ts";
export { createMemoryStore } from "./memory-store.ts";
export type { MemoryStoreOptions } from "./memory-store.ts";
export { recordsOf } from "./records-of.ts";
export type { OwnedRecord, OwnedRecordPage, OwnedRecords, RecordsOptions } from "./records-of.ts";
export type { RecordOptions } from "./record-options.ts";
export { StoreError } from "./store-error.ts";
export type { StoreProblem } from "./store-error.ts";
export type {
  Lease,
  LeaseOptions,
  PageOptions,
  RecordChange,
  RecordHead,
  RecordKey,
  RecordKind,
  RecordPage,
  RecordQuery,
  RecordSummary,
  RunStore,
  StoredRecord,
  WatchOptions,
} from "./run-store.ts";
