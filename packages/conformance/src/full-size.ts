/** Whether tests look at all that they have, and not at a sample: see CONTRIBUTING.md. */
export const isFull = ["full", "whole"].includes(process.env["PTC_TESTS"] ?? "");
