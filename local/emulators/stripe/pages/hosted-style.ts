import { styleHash, TOKENS } from './tokens.ts';

/** Of the hosted page and the receipt: what is bought at left, how it is paid at right; one column on a phone. */
export const HOSTED_STYLE = `${TOKENS}
.notice {
  padding: 10px 16px; background: var(--surface); border-bottom: 1px solid var(--line);
  color: var(--warn); font-size: 14px; text-align: center;
}
main { max-width: 400px; margin: 0 auto; padding: 32px 16px 72px; display: grid; gap: 40px; }
.seller { color: var(--muted); font-size: 14px; }
h1 { margin-top: 4px; font-size: 20px; line-height: 1.3; font-weight: 500; }
.amount {
  margin-top: 8px; font-size: 44px; line-height: 1.1; font-weight: 600; letter-spacing: -0.03em;
  font-variant-numeric: tabular-nums;
}
.lines { margin-top: 32px; font-size: 14px; }
.lines div { display: flex; justify-content: space-between; gap: 16px; padding: 12px 0; }
.lines div + div { border-top: 1px solid var(--line); }
.lines dt { color: var(--muted); }
.lines dd { text-align: right; font-variant-numeric: tabular-nums; }
.lines .total dt, .lines .total dd { color: var(--text); font-weight: 600; }
h2 { font-size: 16px; line-height: 1.3; font-weight: 600; }
.field { display: grid; gap: 8px; margin-top: 20px; font-size: 14px; }
.field > label, .field > span { color: var(--muted); }
.card {
  display: flex; justify-content: space-between; gap: 16px; padding: 10px 12px; min-height: 44px;
  border: 1px solid var(--line); border-radius: 10px; font-size: 16px;
}
.card small { color: var(--muted); font-size: 14px; }
.wide { width: 100%; }
.field input { font-size: 16px; }
button.primary { margin-top: 24px; min-height: 52px; }
.rehearse { margin-top: 32px; padding-top: 24px; border-top: 1px solid var(--line); }
.rehearse h3 { font-size: 14px; font-weight: 400; color: var(--muted); }
.rehearse div { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin-top: 12px; }
.rehearse p { margin-top: 12px; color: var(--muted); font-size: 14px; }
.quiet { margin-top: 24px; background: none; border-color: transparent; color: var(--muted); }
.quiet:hover { color: var(--text); border-color: var(--line); }
.alert {
  margin-top: 20px; padding: 12px 16px; border: 1px solid var(--danger); border-radius: 10px; color: var(--danger);
}
.done p { margin-top: 8px; color: var(--muted); }
.done .next { margin-top: 24px; }
@media (min-width: 900px) {
  main { max-width: 960px; grid-template-columns: 1fr 1fr; gap: 96px; padding-top: 96px; }
  main.single { max-width: 400px; grid-template-columns: 1fr; }
  .pay { align-self: start; padding: 32px; background: var(--surface); border-radius: 14px; }
}
`;

export const HOSTED_STYLE_HASH = styleHash(HOSTED_STYLE);
