import { missing } from '../errors.ts';
import { page } from '../lists.ts';
import { operation } from '../operation.ts';
import { BY_PAYMENT } from './refunds.ts';

export const disputeOperations = [
  operation('GET', '/v1/disputes', BY_PAYMENT, ({ charge, payment_intent, ...params }, { world }) => {
    const rows = [...world.state.disputes.values()].filter(
      (dispute) =>
        (charge === undefined || dispute.charge === charge) &&
        (payment_intent === undefined || dispute.payment_intent === payment_intent),
    );
    return page(rows, params, { kind: 'dispute', url: '/v1/disputes' });
  }),
  operation('GET', '/v1/disputes/{id}', {}, (_, { world, id }) => {
    const dispute = world.state.disputes.get(id);
    if (dispute === undefined) throw missing('dispute', id);
    return dispute;
  }),
];
