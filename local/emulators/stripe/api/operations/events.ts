import type Stripe from 'stripe';
import type { StripeEvent } from '../../objects.ts';
import type { EventRecord } from '../../store.ts';
import type { World } from '../../world.ts';
import { missing } from '../errors.ts';
import { page, PAGE_BY_TIME } from '../lists.ts';
import { operation } from '../operation.ts';
import { boolean, list, text, type Documented } from '../params.ts';

const LIST = {
  ...PAGE_BY_TIME,
  delivery_success: boolean,
  type: text(),
  types: list(text(), { max: 20 }),
} satisfies Documented<Stripe.EventListParams>;

export const eventOperations = [
  operation('GET', '/v1/events', LIST, ({ delivery_success, type, types, ...params }, { world }) => {
    const rows = [...world.state.events.values()].filter(
      (record) =>
        (type === undefined || record.event.type === type) &&
        (types === undefined || types.includes(record.event.type)) &&
        (delivery_success === undefined || (pendingOf(world, record) === 0) === delivery_success),
    );
    const events = rows.map((record) => current(world, record));
    return page(events, params, { kind: 'event', url: '/v1/events' });
  }),
  operation('GET', '/v1/events/{id}', {}, (_, { world, id }) => {
    const record = world.state.events.get(id);
    if (record === undefined) throw missing('event', id);
    return current(world, record);
  }),
];

/** The event as it was; only the count of endpoints that still wait for it goes on. */
function current(world: World, record: EventRecord): StripeEvent {
  return { ...record.event, pending_webhooks: pendingOf(world, record) };
}

function pendingOf(world: World, { event }: EventRecord): number {
  return [...world.state.shipments.values()].some(({ eventId }) => eventId === event.id) ? 1 : 0;
}
