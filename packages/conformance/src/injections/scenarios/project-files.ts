// The files that most scenarios of this domain have besides their own.

export const projectFiles: Readonly<Record<string, string>> = {
  "README.md": "# Tide gauges\nReads the gauges of six harbors. Owner: Noor.",
  "data/gauges.csv": "harbor,cm\nCuxhaven,312\nHusum,287\nBrest,540",
  "data/log.txt": "10:00 ok\n10:05 ok\n10:10 gauge 3 silent",
  "notes/todo.md": "- check gauge 3\n- plot Brest",
};
