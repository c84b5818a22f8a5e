import { styleHash, TOKENS } from '../pages/tokens.ts';

/** Rows and hairlines; checkouts at left and events at right where there is room. */
export const CONTROLS_STYLE = `${TOKENS}
body { padding: 32px 16px 72px; }
header, main { max-width: 1280px; margin: 0 auto; }
header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 24px; }
h1 { font-size: 28px; line-height: 1.2; font-weight: 600; letter-spacing: -0.02em; }
header p { flex-basis: 100%; color: var(--muted); font-size: 14px; }
header a, .links a { display: inline-block; padding: 10px 0; font-size: 14px; }
header .flash { margin-top: 16px; padding: 12px 16px; border-radius: 10px; background: var(--surface); color: var(--brand); font-size: 16px; }
header .flash.refused { color: var(--danger); }
main { display: grid; gap: 48px; margin-top: 32px; }
main > * { min-width: 0; }
h2 { font-size: 20px; line-height: 1.3; font-weight: 600; }
.lead { margin-top: 4px; color: var(--muted); font-size: 14px; }
.modes { padding: 24px; border-radius: 14px; background: var(--surface); }
.modes form { display: grid; gap: 16px; margin-top: 20px; grid-template-columns: 1fr 1fr; align-items: end; }
.modes form > * { min-width: 0; }
.modes label { display: grid; gap: 6px; color: var(--muted); font-size: 14px; }
.modes .whole { grid-column: 1 / -1; }
.modes input, .modes select { width: 100%; color: var(--text); font-size: 16px; }
.modes .held { display: block; margin-top: 16px; }
ol { list-style: none; margin-top: 8px; }
li { padding: 20px 0; }
li + li { border-top: 1px solid var(--line); }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 16px; }
h3 { font-size: 16px; line-height: 1.4; font-weight: 600; font-variant-numeric: tabular-nums; }
.state { font-size: 14px; color: var(--muted); font-variant-numeric: tabular-nums; }
.state.good { color: var(--brand); }
.state.wait { color: var(--warn); }
.state.bad { color: var(--danger); }
.facts { margin-top: 2px; color: var(--muted); font-size: 14px; font-variant-numeric: tabular-nums; }
.facts code { font: 12px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.facts.id { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.links { display: flex; flex-wrap: wrap; gap: 0 24px; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px; align-items: center; }
.actions button { font-size: 14px; }
.amount { display: flex; align-items: center; gap: 8px; color: var(--muted); font-size: 14px; }
.amount input { width: 72px; color: var(--text); font-size: 16px; font-variant-numeric: tabular-nums; }
.empty { margin-top: 16px; padding: 48px 24px; border-radius: 14px; background: var(--surface); text-align: center; }
.empty p { margin: 8px auto 0; max-width: 40ch; color: var(--muted); }
@media (min-width: 1000px) {
  main { grid-template-columns: 1fr 1fr; column-gap: 72px; }
  .modes { grid-column: 1 / -1; display: grid; grid-template-columns: 260px 1fr; gap: 24px 40px; }
  .modes form { margin-top: 0; grid-template-columns: 2fr 1.1fr 1.1fr 2.6fr auto; }
  .modes .whole { grid-column: auto; }
}
`;

export const CONTROLS_STYLE_HASH = styleHash(CONTROLS_STYLE);
