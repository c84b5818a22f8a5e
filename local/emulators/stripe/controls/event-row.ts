import { html, time, timeOfDay, type Html } from '../pages/html.ts';
import type { Attempt } from '../store.ts';
import type { EventView } from './views.ts';

const STATES: Readonly<Record<EventView['state'], { words: string; tone: 'good' | 'wait' | 'bad' | '' }>> = {
  arrived: { words: 'Arrived', tone: 'good' },
  sending: { words: 'Being sent', tone: 'wait' },
  scheduled: { words: 'Next try', tone: 'wait' },
  held: { words: 'Held', tone: 'wait' },
  dropped: { words: 'Dropped', tone: 'bad' },
  gone: { words: 'Given up', tone: 'bad' },
  unsent: { words: 'Not sent: no webhook', tone: '' },
};

/** One event, how it went, and how to send it again. */
export function eventRow({ event, state, attempts, due }: EventView): Html {
  const { words, tone } = STATES[state];
  const headingId = `of-${event.id}`;
  return html`<li>
    <article aria-labelledby="${headingId}">
      <div class="head">
        <h3 id="${headingId}">${event.type}</h3>
        <span class="state ${tone}"
          >${words}${state === 'scheduled' && due !== null && html` ${timeOfDay(due)}`}</span
        >
      </div>
      <p class="facts">${time(event.created * 1000)}${attempts.length > 0 && ` · ${summary(attempts)}`}</p>
      <p class="facts id"><code>${event.id}</code></p>
      <form class="actions" method="post" action="/local/stripe" aria-describedby="${headingId}">
        <input type="hidden" name="event" value="${event.id}" />
        ${state === 'held' && html`<button name="do" value="release">Release</button>`}
        <button name="do" value="send_again">Send again</button>
        <button name="do" value="send_as_new">Send as a new event</button>
      </form>
    </article>
  </li>`;
}

/** `answered 500 ×3, 200`: runs of the same answer are one. */
function summary(attempts: readonly Attempt[]): string {
  const runs: { words: string; count: number }[] = [];
  for (const { status, problem = 'no answer' } of attempts) {
    const words = status === null ? problem : `answered ${status}`;
    const last = runs.at(-1);
    if (last?.words === words) last.count += 1;
    else runs.push({ words, count: 1 });
  }
  return runs.map(({ words, count }) => (count === 1 ? words : `${words} ×${count}`)).join(', ');
}
