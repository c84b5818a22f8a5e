import { BASE_STYLE } from '../pages/style.ts';

/** The hosted page and the receipt: the order on the left, the payment on the right, one column on a phone. */
export const HOSTED_STYLE = `${BASE_STYLE}
.notice {
  padding: 10px 16px; background: var(--surface); border-bottom: 1px solid var(--line);
  color: var(--warn); font-size: 14px; text-align: center;
}
main { max-width: 400px; margin: 0 auto; padding: 32px 16px 72px; display: grid; gap: 40px; }
h1 { margin-top: 4px; font-size: 20px; font-weight: 500; }
h2 { font-size: 16px; }
h3 { font-size: 14px; font-weight: 400; }
.amount { margin-top: 8px; font-size: 44px; line-height: 1.1; font-weight: 600; letter-spacing: -0.03em; }
.lines { margin-top: 32px; font-size: 14px; }
.lines div { display: flex; justify-content: space-between; gap: 16px; padding: 12px 0; }
.lines div + div { border-top: 1px solid var(--line); }
.lines dt { color: var(--muted); }
.lines .total * { color: var(--text); font-weight: 600; }
label { display: grid; gap: 8px; margin-top: 20px; }
.consent { grid-template-columns: auto 1fr; align-items: start; }
.consent input { width: 20px; min-height: 20px; accent-color: var(--brand); }
.wide { width: 100%; margin-top: 24px; }
.primary { min-height: 52px; }
.other { margin-top: 32px; padding-top: 24px; border-top: 1px solid var(--line); }
.other div { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin: 12px 0; }
.quiet { background: none; border-color: transparent; color: var(--muted); }
.alert { margin-top: 20px; padding: 12px 16px; border: 1px solid var(--danger); border-radius: 10px; color: var(--danger); }
@media (min-width: 900px) {
  main { max-width: 960px; grid-template-columns: 1fr 1fr; gap: 96px; padding-top: 96px; }
  main.single { max-width: 400px; grid-template-columns: 1fr; }
  .pay { align-self: start; padding: 32px; background: var(--surface); border-radius: 14px; }
}
`;

/** The controls: the mode on top, then checkouts on the left and events on the right where there is space. */
export const CONTROLS_STYLE = `${BASE_STYLE}
body { padding: 32px 16px 72px; }
header, main { max-width: 1280px; margin: 0 auto; }
header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 24px; }
header p { flex-basis: 100%; }
h1 { font-size: 28px; letter-spacing: -0.02em; }
h2 { font-size: 20px; }
h3 { font-size: 16px; }
.flash { margin-top: 16px; padding: 12px 16px; border-radius: 10px; background: var(--surface); }
main { display: grid; gap: 48px; margin-top: 32px; }
.modes, .empty { padding: 24px; border-radius: 14px; background: var(--surface); }
.settings { display: grid; gap: 16px; margin-top: 20px; grid-template-columns: 1fr 1fr; align-items: end; }
.settings label { display: grid; gap: 6px; }
ol { list-style: none; margin-top: 8px; }
li { padding: 20px 0; }
li + li { border-top: 1px solid var(--line); }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 16px; }
.head span { font-size: 14px; }
.plain { color: var(--muted); }
.good { color: var(--brand); }
.wait { color: var(--warn); }
.bad { color: var(--danger); }
code { font: 12px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px; align-items: center; }
.actions button { font-size: 14px; }
.actions input { width: 96px; margin-left: 8px; }
.empty { margin-top: 16px; text-align: center; }
@media (min-width: 1000px) {
  main { grid-template-columns: 1fr 1fr; column-gap: 72px; }
  .modes { grid-column: 1 / -1; display: grid; grid-template-columns: 260px 1fr; gap: 24px 40px; }
  .settings { margin-top: 0; grid-template-columns: 2fr 1fr 2fr auto; }
}
`;
