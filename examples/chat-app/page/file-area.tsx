// The file of the conversation: an area to drop or choose a CSV file, or the loaded file.

import { useEffect, useState, type DragEvent } from "react";
import type { TableInfo } from "./stored-chat.ts";

export interface FileAreaProps {
  readonly table: TableInfo | undefined;
  readonly onTable: (table: TableInfo | undefined) => void;
}

const shownColumns = 12;

export function FileArea({ table, onTable }: FileAreaProps) {
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const load = async (name: string, text: Promise<string>): Promise<void> => {
    try {
      const path = `/api/table?name=${encodeURIComponent(name)}`;
      const response = await fetch(path, { method: "POST", body: await text });
      if (!response.ok) setProblem(await response.text());
      else {
        setProblem(undefined);
        onTable((await response.json()) as TableInfo);
      }
    } catch {
      setProblem("The server doesn’t answer.");
    }
  };
  const loadSample = (): void => {
    void load(
      "orders.csv",
      fetch("/orders.csv").then((response) => response.text()),
    );
  };
  // After a restart of the server, its files are gone.
  const id = table?.id;
  useEffect(() => {
    if (id === undefined) return;
    void fetch(`/api/table/${id}`).then(
      (response) => {
        if (!response.ok) onTable(undefined);
      },
      () => undefined,
    );
  }, [id, onTable]);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) void load(file.name, file.text());
  };
  const target = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop,
  };
  return (
    <section
      className={`file ${isOver ? "is-over" : ""} ${table === undefined ? "is-empty" : ""}`}
      aria-label="File"
      {...target}
    >
      {table === undefined ? (
        <p>
          Drop a CSV file here, or{" "}
          <label className="choose">
            choose one
            <input
              type="file"
              accept=".csv,text/csv"
              onChange={({ target: { files } }) => {
                const file = files?.[0];
                if (file !== undefined) void load(file.name, file.text());
              }}
            />
          </label>
          . Your file stays on this machine.{" "}
          <button type="button" className="link" onClick={loadSample}>
            Use the sample
          </button>
        </p>
      ) : (
        <p>
          <b>{table.name}</b> · {table.rowCount.toLocaleString("en")} rows ·{" "}
          <span className="muted">{table.columns.slice(0, shownColumns).join(", ")}</span>
        </p>
      )}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
