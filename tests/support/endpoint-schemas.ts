import * as account from '#contract/account-export.ts';
import * as apiKeys from '#contract/api-key-schemas.ts';
import * as brand from '#contract/brand.ts';
import type { EndpointSchemas, Schemas } from '#contract/endpoint-types.ts';
import { ENDPOINT_NAMES } from '#contract/endpoints.ts';
import * as finishing from '#contract/finishing-schemas.ts';
import * as pageErrors from '#contract/page-errors.ts';
import * as purchases from '#contract/purchase-schemas.ts';
import * as references from '#contract/reference-schemas.ts';
import * as thumbnails from '#contract/schemas.ts';
import * as suggestions from '#contract/suggestion-schemas.ts';
import * as support from '#contract/support-schemas.ts';
import * as thumbnailFields from '#contract/thumbnail-fields.ts';

const MODULES = {
  ...account,
  ...apiKeys,
  ...brand,
  ...suggestions,
  ...finishing,
  ...pageErrors,
  ...purchases,
  ...references,
  ...support,
  ...thumbnailFields,
  ...thumbnails,
};

/** The schemas of every endpoint. */
export const SCHEMAS = Object.fromEntries(
  ENDPOINT_NAMES.map((name) => [name, MODULES[`${name}Schemas`] satisfies EndpointSchemas]),
) as Schemas;
