// The field of a memory's JSON that contains its lazy sequences. No program can define this name.

export const sequencesName = ":sequences";
