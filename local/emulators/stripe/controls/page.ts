import { html } from 'hono/html';
import { renderPage, type Html } from '../../pages/layout.ts';
import { CONTROLS_STYLE } from '../page-style.ts';
import type { EventMode } from '../store.ts';
import type { Flash } from './actions.ts';
import type { StripeControls } from './controls.ts';
import { actionForm, checkoutRow, eventRow } from './rows.ts';

/** The page shows the newest rows only. */
const MAX_ROWS = 50;

/** The controls as a page. It has no script: every button submits a form. */
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
