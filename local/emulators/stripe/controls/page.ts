import { document, html, type Html } from '../pages/html.ts';
import type { EventMode } from '../webhooks/modes.ts';
import type { StripeControls } from './controls.ts';
import { eventRow } from './event-row.ts';
import { CONTROLS_STYLE } from './page-style.ts';
import { sessionRow } from './session-row.ts';

/** What the last form did. */
export interface Flash {
  text: string;
  isRefused: boolean;
}

/** More than a person looks through; the rest is in the API. */
const SHOWN = 50;

/** The controls as a page for a person. It has no script: every button is a form, a link looks again. */
export function controlsPage(controls: StripeControls, flash: Flash | undefined): string {
  const sessions = controls.sessions();
  const payments = controls.payments();
  const events = controls.events();
  const held = events.filter(({ state }) => state === 'held').length;
  return document(
    'Local Stripe',
    CONTROLS_STYLE,
    html`<header>
        <h1>Local Stripe</h1>
        <a href="/local/stripe">Look again</a>
        <p>A stand-in for payments: no money moves, and everything can go wrong on purpose.</p>
        ${flash !== undefined && flashLine(flash)}
      </header>
      <main>
        ${modes(controls.mode(), held)}
        <section aria-labelledby="checkouts">
          <h2 id="checkouts">Checkouts</h2>
          ${list(
            sessions.slice(0, SHOWN).map((view) => {
              const payment = payments.find(({ session }) => session.id === view.session.id);
              return sessionRow(view, payment);
            }),
            'No checkout yet',
            'Choose a pack on the site; the hosted page and everything after it appear here.',
          )}
        </section>
        <section aria-labelledby="events">
          <h2 id="events">Events</h2>
          ${list(
            events.slice(0, SHOWN).map(eventRow),
            'No event yet',
            'Each payment, refund and dispute sends some, signed, to the webhook.',
          )}
        </section>
      </main>`,
  );
}

function flashLine({ text, isRefused }: Flash): Html {
  return html`<p class="flash${isRefused && ' refused'}" role="${isRefused ? 'alert' : 'status'}">
    ${text}
  </p>`;
}

const MODES: Readonly<Record<EventMode['kind'], string>> = {
  normal: 'Send once, at once',
  twice: 'Send twice',
  delay: 'Delay',
  hold: 'Hold until released',
  reorder: 'Reorder',
  drop: 'Drop',
};

/** What a mode can be limited to from the page; a test can name any type. */
const SELECTABLE = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'refund.created',
  'charge.dispute.created',
  'charge.dispute.closed',
];

function modes(mode: EventMode, held: number): Html {
  const [only] = mode.only ?? [];
  return html`<section class="modes" aria-labelledby="modes">
    <div>
      <h2 id="modes">Coming events</h2>
      <p class="lead">${sentence(mode)}</p>
      ${
        held > 0 &&
        html`<form class="held" method="post" action="/local/stripe">
          <button name="do" value="release">
            Release ${held === 1 ? '1 held event' : `${held} held events`}
          </button>
        </form>`
      }
    </div>
    <form method="post" action="/local/stripe">
      <label class="whole"
        >What happens
        <select name="kind">
          ${Object.entries(MODES).map(
            ([kind, label]) =>
              html`<option value="${kind}" ${kind === mode.kind && html`selected`}>${label}</option>`,
          )}
        </select>
      </label>
      <label
        >Delay, seconds
        <input
          name="seconds"
          type="number"
          min="0"
          max="86400"
          value="${mode.kind === 'delay' ? mode.seconds : 10}"
        />
      </label>
      <label
        >Reorder, count
        <input
          name="count"
          type="number"
          min="2"
          max="100"
          value="${mode.kind === 'reorder' ? mode.count : 3}"
        />
      </label>
      <label class="whole"
        >Only for
        <select name="only">
          <option value="">every event</option>
          ${SELECTABLE.map(
            (type) => html`<option value="${type}" ${type === only && html`selected`}>${type}</option>`,
          )}
        </select>
      </label>
      <button class="primary whole" name="do" value="mode">Apply</button>
    </form>
  </section>`;
}

function sentence(mode: EventMode): string {
  const which = mode.only === undefined ? 'each event' : `each ${mode.only.join(' or ')}`;
  switch (mode.kind) {
    case 'normal':
      return 'Now: each event is sent once, at once.';
    case 'twice':
      return `Now: ${which} is sent twice, both at once.`;
    case 'delay':
      return `Now: ${which} is sent ${mode.seconds} s later.`;
    case 'hold':
      return `Now: ${which} is held until it is released.`;
    case 'reorder':
      return `Now: ${which} is held until there are ${mode.count}; then they go last first.`;
    case 'drop':
      return `Now: ${which} is dropped.`;
  }
}

function list(rows: readonly Html[], title: string, words: string): Html {
  if (rows.length > 0)
    return html`<ol role="list">
      ${rows}
    </ol>`;
  return html`<div class="empty">
    <h3>${title}</h3>
    <p>${words}</p>
  </div>`;
}
