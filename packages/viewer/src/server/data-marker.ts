/** The marker in the built page for the block of data. */
export const dataMarker = "<!--ptc-data-->";
