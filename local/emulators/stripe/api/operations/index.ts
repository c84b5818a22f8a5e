import type { Operation } from '../operation.ts';
import { accountOperations } from './account.ts';
import { customerOperations } from './customers.ts';
import { disputeOperations } from './disputes.ts';
import { eventOperations } from './events.ts';
import { paymentOperations } from './payments.ts';
import { priceOperations } from './prices.ts';
import { productOperations } from './products.ts';
import { refundOperations } from './refunds.ts';
import { sessionOperations } from './sessions.ts';
import { webhookEndpointOperations } from './webhook-endpoints.ts';

/** All that the stand-in answers under /v1. */
export const OPERATIONS: readonly Operation[] = [
  ...accountOperations,
  ...customerOperations,
  ...disputeOperations,
  ...eventOperations,
  ...paymentOperations,
  ...priceOperations,
  ...productOperations,
  ...refundOperations,
  ...sessionOperations,
  ...webhookEndpointOperations,
];
