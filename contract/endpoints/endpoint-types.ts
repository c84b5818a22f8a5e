import type * as z from 'zod/mini';
import type * as account from './account-export.ts';
import type * as apiKeys from './api-key-schemas.ts';
import type * as credits from './credit-schemas.ts';
import type * as brand from '../design/brand.ts';
import type { EndpointName } from './endpoints.ts';
import type * as editRequests from './edit-requests.ts';
import type * as finishing from './finishing-schemas.ts';
import type * as generations from './generation-schemas.ts';
import type * as pageErrors from '../page-errors.ts';
import type * as photos from './photo-requests.ts';
import type * as purchases from './purchase-schemas.ts';
import type * as references from './reference-requests.ts';
import type * as thumbnails from './schemas.ts';
import type * as suggestions from './suggestion-schemas.ts';
import type * as support from './support-schemas.ts';
import type * as thumbnailRequests from './thumbnail-requests.ts';
import type * as translations from './translation-schemas.ts';

/** The schemas of an endpoint's request and response. */
export interface EndpointSchemas {
  params?: z.core.$ZodType;
  query?: z.core.$ZodType;
  /** The JSON body. An operation without a body schema may still read the raw body. */
  body?: z.core.$ZodType;
  /** The largest body, measured before it is parsed. @default LIMITS.bodyBytes */
  bodyBytes?: number;
  response: z.core.$ZodType;
}

type Modules = typeof account &
  typeof apiKeys &
  typeof brand &
  typeof credits &
  typeof editRequests &
  typeof suggestions &
  typeof finishing &
  typeof generations &
  typeof pageErrors &
  typeof photos &
  typeof purchases &
  typeof references &
  typeof support &
  typeof thumbnailRequests &
  typeof thumbnails &
  typeof translations;

/**
 * The schemas of each endpoint, which its file exports as `{name}Schemas`. This is only a type, not a table of values: creating a schema
 * takes time at a cold start, so a function imports only the schemas of the endpoints that it handles.
 */
export type Schemas = { [Name in EndpointName]: Modules[`${Name}Schemas`] };

export type EndpointResponse<Name extends EndpointName> = z.infer<Schemas[Name]['response']>;

type Part = 'params' | 'query' | 'body';

/** The parts of a request as the caller sends them. */
export type EndpointInput<Name extends EndpointName> = {
  [Key in Part & keyof Schemas[Name]]: Schemas[Name][Key] extends z.core.$ZodType
    ? z.input<Schemas[Name][Key]>
    : never;
};

/** The parts of a request after parsing. */
export type EndpointOutput<Name extends EndpointName> = {
  [Key in Part & keyof Schemas[Name]]: Schemas[Name][Key] extends z.core.$ZodType
    ? z.output<Schemas[Name][Key]>
    : never;
};
