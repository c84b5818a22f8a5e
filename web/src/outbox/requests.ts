import type { EndpointInput } from '#contract/endpoints/endpoint-types.ts';
import { isNumber, isObjectOf, isOneOf, isString } from '../lib/guards.ts';

type RequestName = 'saveDesign' | 'deleteThumbnail' | 'updateThumbnail' | 'updateCutout';

/** A request that every page of the site can send. */
export type OutboxRequest = {
  [Name in RequestName]: { name: Name; input: EndpointInput<Name> };
}[RequestName];

/** The key of the deletion of a thumbnail. */
export const deletionKey = (id: string): string => `deletion/${id}`;

/** The key of the name and the person of a cut-out. */
export const cutoutKey = (id: string): string => `cutout/${id}`;

/** Returns true for a change without a revision, which must not arrive after a later change. */
export const isUpdate = ({ name }: OutboxRequest): boolean =>
  name === 'updateThumbnail' || name === 'updateCutout';

/** Returns the revision that a design was made from; undefined for requests without one. */
export const readVersion = (request: OutboxRequest): number | undefined =>
  request.name === 'saveDesign' ? request.input.body.version : undefined;

export const withVersion = (request: OutboxRequest, version: number | undefined): OutboxRequest =>
  request.name === 'saveDesign' && version !== undefined
    ? { ...request, input: { ...request.input, body: { ...request.input.body, version } } }
    : request;

/** Leaves out the preview of a design, which is larger than most designs. */
export const withoutPreview = (request: OutboxRequest): OutboxRequest =>
  request.name === 'saveDesign'
    ? {
        ...request,
        input: { ...request.input, body: { ...request.input.body, preview: undefined } },
      }
    : request;

/** The server checks a design when it is saved. This protects the page from a damaged entry. `updates.ts` and `cutout-names.ts` check the other values. */
const hasDesign = isObjectOf<{ body: object }>({
  body: isObjectOf({ version: isNumber, design: isObjectOf({ layers: Array.isArray }) }),
});

const isNamed = isObjectOf<{ name: RequestName; input: object }>({
  name: isOneOf('saveDesign', 'deleteThumbnail', 'updateThumbnail', 'updateCutout'),
  input: isObjectOf({ params: isObjectOf({ id: isString }) }),
});

export const isRequest = (value: unknown): value is OutboxRequest =>
  isNamed(value) && (value.name !== 'saveDesign' || hasDesign(value.input));
