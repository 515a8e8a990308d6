// The style of the HTML report. Text has a contrast of 4.5 to 1 or more in both schemes.

/** CSS without addresses, so that the page needs no network. */
export const reportStyle = `
:root { color-scheme: light dark; --ground: light-dark(#f7f7f5, #111214); --panel: light-dark(#fff, #18191c);
  --line: light-dark(#d3d2cc, #3a3c43); --text: light-dark(#1d1c1a, #e9e9ec); --muted: light-dark(#66645e, #a0a1a9);
  --ok: light-dark(#1c7a4c, #62c98f); --bad: light-dark(#b3261e, #ff8f85); --mixed: light-dark(#8a5a00, #edbd62); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1100px; margin: 0 auto; padding: 24px 16px; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 4px 16px 16px; margin: 16px 0; }
h1 { font-size: 22px; } h2 { font-size: 16px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { color: var(--muted); font-weight: 600; white-space: nowrap; } tbody th { font-weight: 400; }
.rate { margin: 8px 0; }
.bar { position: relative; height: 14px; border: 1px solid var(--line); border-radius: 4px; overflow: hidden; }
.bar i { display: block; height: 100%; background: var(--ok); }
.bar b { position: absolute; top: 5px; height: 2px; background: var(--text); }
.ok { color: var(--ok); } .bad { color: var(--bad); } .mixed { color: var(--mixed); }
summary { cursor: pointer; font-weight: 600; } li { overflow-wrap: anywhere; }
a { color: inherit; }
`;
