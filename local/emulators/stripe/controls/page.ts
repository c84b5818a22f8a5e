import { html } from 'hono/html';
import { BASE_STYLE, renderPage, type Html } from '../../page.ts';
import type { EventMode } from '../store.ts';
import type { Flash } from './actions.ts';
import type { StripeControls } from './controls.ts';
import { actionForm, checkoutRow, eventRow } from './rows.ts';

/** The most rows of a list on the page. The page shows the newest rows. */
const MAX_ROWS = 50;

/** Renders the controls as a page. The page has no script: every button submits a form. */
export function controlsPage(controls: StripeControls, flash: Flash | undefined): string {
  const payments = new Map(controls.payments().map((payment) => [payment.session.id, payment]));
  const checkouts = controls.sessions().map((view) => checkoutRow(view, payments.get(view.session.id)));
  const events = controls.events();
  const held = events.filter(({ state }) => state === 'held').length;
  return renderPage(
    'Local Stripe',
    CONTROLS_STYLE,
    html`<header>
        <h1>Local Stripe</h1>
        <a href="/local/stripe">Refresh</a>
        <p>A stand-in for Stripe: no money moves, and you can cause every failure.</p>
        ${flash !== undefined && flashMessage(flash)}
      </header>
      <main>
        ${modeSection(controls.mode(), held)}
        ${listSection('Checkouts', checkouts, 'No checkout yet', 'Choose a pack on the site to open one.')}
        ${listSection('Events', events.map(eventRow), 'No event yet', 'Each payment sends signed events.')}
      </main>`,
  );
}

const MODE_LABELS: Record<EventMode['kind'], string> = {
  normal: 'Send once, at once',
  twice: 'Send twice',
  delay: 'Delay',
  hold: 'Hold until released',
  reorder: 'Reorder',
  drop: 'Drop',
};

function flashMessage({ text, isError }: Flash): Html {
  return html`<p class="flash${isError && ' error'}" role="${isError ? 'alert' : 'status'}">${text}</p>`;
}

function modeSection(mode: EventMode, held: number): Html {
  const types = mode.only ?? [];
  const amount = mode.kind === 'delay' ? mode.seconds : mode.kind === 'reorder' ? mode.count : 3;
  const options = Object.entries(MODE_LABELS).map(
    ([kind, label]) => html`<option value="${kind}" ${kind === mode.kind && 'selected'}>${label}</option>`,
  );
  return html`<section class="modes" aria-labelledby="modes">
    <div>
      <h2 id="modes">Coming events</h2>
      <p class="facts">
        Now: ${MODE_LABELS[mode.kind]}${types.length > 0 && `, only for ${types.join(', ')}`}.
      </p>
      ${held > 0 && actionForm('modes', '', [['release', `Release ${held} held event${held === 1 ? '' : 's'}`]])}
    </div>
    <form class="settings" method="post" action="/local/stripe">
      <label>
        What happens
        <select name="kind">
          ${options}
        </select>
      </label>
      <label>Seconds or count <input name="amount" type="number" min="0" value="${amount}" /></label>
      <label>Only for <input name="only" placeholder="every event type" value="${types.join(', ')}" /></label>
      <button class="primary" name="do" value="apply_mode">Apply</button>
    </form>
  </section>`;
}

function listSection(title: string, rows: readonly Html[], emptyTitle: string, emptyText: string): Html {
  const empty = html`<div class="empty">
    <h3>${emptyTitle}</h3>
    <p>${emptyText}</p>
  </div>`;
  return html`<section aria-labelledby="${title}">
    <h2 id="${title}">${title}</h2>
    ${
      rows.length === 0
        ? empty
        : html`<ol role="list">
            ${rows.slice(0, MAX_ROWS)}
          </ol>`
    }
  </section>`;
}

/** The style of the controls: the mode on top, then checkouts on the left and events on the right if the page is wide enough. */
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
