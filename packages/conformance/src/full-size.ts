/** True if tests check everything instead of a sample: see CONTRIBUTING.md. */
export const isFull = ["full", "whole"].includes(process.env["PTC_TESTS"] ?? "");
