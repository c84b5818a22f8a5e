import type Stripe from 'stripe';
import { newId } from '../../ids.ts';
import type { WebhookEndpoint } from '../../objects.ts';
import type { World } from '../../world.ts';
import { missing, refused } from '../errors.ts';
import { page, PAGE } from '../lists.ts';
import { mergeMetadata } from '../metadata.ts';
import { operation } from '../operation.ts';
import {
  boolean,
  list,
  metadata,
  metadataChanges,
  required,
  text,
  unsupported,
  url,
  type Documented,
} from '../params.ts';

const CREATE = {
  enabled_events: required(list(text(), { max: 500 })),
  url: required(url),
  api_version: text(),
  connect: unsupported,
  description: text({ emptyable: true }),
  metadata,
} satisfies Documented<Stripe.WebhookEndpointCreateParams>;

const UPDATE = {
  description: text({ emptyable: true }),
  disabled: boolean,
  enabled_events: list(text(), { max: 500 }),
  metadata: metadataChanges,
  url,
} satisfies Documented<Stripe.WebhookEndpointUpdateParams>;

/**
 * Endpoints are kept, so that a setup can be rehearsed, but nothing is sent to them: the stand-in speaks to this
 * machine only, to the one webhook it was told of, as `stripe listen` does.
 */
export const webhookEndpointOperations = [
  operation('POST', '/v1/webhook_endpoints', CREATE, (params, { world }) => {
    assertPublic(params.url);
    const endpoint: WebhookEndpoint = {
      id: newId('webhookEndpoint'),
      object: 'webhook_endpoint',
      api_version: params.api_version ?? null,
      application: null,
      created: world.seconds(),
      description: params.description === '' ? null : (params.description ?? null),
      enabled_events: params.enabled_events,
      livemode: false,
      metadata: params.metadata ?? {},
      status: 'enabled',
      url: params.url,
    };
    world.state.webhookEndpoints.set(endpoint.id, endpoint);
    // Told once, when it is made.
    return { ...endpoint, secret: newId('webhookSecret') };
  }),
  operation('GET', '/v1/webhook_endpoints', PAGE, (params, { world }) =>
    page(world.state.webhookEndpoints.values(), params, {
      kind: 'webhook endpoint',
      url: '/v1/webhook_endpoints',
    }),
  ),
  operation('POST', '/v1/webhook_endpoints/{id}', UPDATE, (params, { world, id }) => {
    const endpoint = endpointById(world, id);
    if (params.url !== undefined) assertPublic(params.url);
    endpoint.url = params.url ?? endpoint.url;
    endpoint.enabled_events = params.enabled_events ?? endpoint.enabled_events;
    if (params.description !== undefined) endpoint.description = params.description || null;
    if (params.disabled !== undefined) endpoint.status = params.disabled ? 'disabled' : 'enabled';
    endpoint.metadata = mergeMetadata(endpoint.metadata, params.metadata);
    return endpoint;
  }),
  operation('GET', '/v1/webhook_endpoints/{id}', {}, (_, { world, id }) => endpointById(world, id)),
  operation('DELETE', '/v1/webhook_endpoints/{id}', {}, (_, { world, id }) => {
    const { object } = endpointById(world, id);
    world.state.webhookEndpoints.delete(id);
    return { id, object, deleted: true };
  }),
];

function endpointById(world: World, id: string): WebhookEndpoint {
  const endpoint = world.state.webhookEndpoints.get(id);
  if (endpoint === undefined) throw missing('webhook endpoint', id);
  return endpoint;
}

/** Stripe cannot reach this machine, and says so when it is asked to. */
function assertPublic(address: string): void {
  const { hostname } = new URL(address);
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) {
    throw refused('Invalid URL: URL must be publicly accessible.', { code: 'url_invalid', param: 'url' });
  }
}
