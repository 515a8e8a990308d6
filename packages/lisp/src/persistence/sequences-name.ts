// The fields of a memory's JSON that aren't definitions. No program can define these names.

/** The lazy sequences. */
export const sequencesName = ":sequences";
/** The positions of firewalled texts. */
export const firewalledName = ":firewalled";
