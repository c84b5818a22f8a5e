import * as account from '#contract/endpoints/account-export.ts';
import * as apiKeys from '#contract/endpoints/api-key-schemas.ts';
import * as brand from '#contract/design/brand.ts';
import * as credits from '#contract/endpoints/credit-schemas.ts';
import type { EndpointSchemas, Schemas } from '#contract/endpoints/endpoint-types.ts';
import * as editRequests from '#contract/endpoints/edit-requests.ts';
import { ENDPOINT_NAMES } from '#contract/endpoints/endpoints.ts';
import * as finishing from '#contract/endpoints/finishing-schemas.ts';
import * as generations from '#contract/endpoints/generation-schemas.ts';
import * as pageErrors from '#contract/page-errors.ts';
import * as photos from '#contract/endpoints/photo-requests.ts';
import * as purchases from '#contract/endpoints/purchase-schemas.ts';
import * as references from '#contract/endpoints/reference-requests.ts';
import * as thumbnails from '#contract/endpoints/schemas.ts';
import * as suggestions from '#contract/endpoints/suggestion-schemas.ts';
import * as support from '#contract/endpoints/support-schemas.ts';
import * as thumbnailRequests from '#contract/endpoints/thumbnail-requests.ts';
import * as translations from '#contract/endpoints/translation-schemas.ts';

const MODULES = {
  ...account,
  ...apiKeys,
  ...brand,
  ...credits,
  ...editRequests,
  ...suggestions,
  ...finishing,
  ...generations,
  ...pageErrors,
  ...photos,
  ...purchases,
  ...references,
  ...support,
  ...thumbnailRequests,
  ...thumbnails,
  ...translations,
};

/** The schemas of every endpoint. */
export const SCHEMAS = Object.fromEntries(
  ENDPOINT_NAMES.map((name) => [name, MODULES[`${name}Schemas`] satisfies EndpointSchemas]),
) as Schemas;
