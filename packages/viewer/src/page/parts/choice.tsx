// A filter by one of the values that occur.

import { visible } from "../data/formats.ts";

export function Choice({
  label,
  all,
  values,
  value,
  onChange,
}: {
  readonly label: string;
  readonly all: string;
  readonly values: readonly (string | undefined)[];
  readonly value: string;
  readonly onChange: (event: Event) => void;
}) {
  const known = [...new Set(values.flatMap((each) => (each === undefined ? [] : [each])))]
    .sort()
    .slice(0, 200);
  if (known.length < 2 && value === "") return null;
  return (
    <select aria-label={label} value={value} onChange={onChange}>
      <option value="">{all}</option>
      {known.map((each) => (
        <option key={each} value={each}>
          {visible(each.replaceAll("_", " "))}
        </option>
      ))}
    </select>
  );
}
