import type * as z from 'zod/mini';
import type { EndpointName } from './endpoints.ts';
import type { SCHEMAS } from './schemas.ts';

type Schemas = typeof SCHEMAS;

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
