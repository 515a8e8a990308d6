const wanted = process.env["PTC_TESTS"] ?? "";

/** True if tests check everything, however long that takes: see CONTRIBUTING.md. */
export const isWhole = wanted === "whole";

/** True if tests check everything, or a large sample where that would take minutes. */
export const isFull = wanted === "full" || isWhole;
