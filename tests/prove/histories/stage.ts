import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import type { Audit } from '../../support/audit.ts';
import type { Tables } from './tables.ts';
import type { Wire } from './wire.ts';

/** Where all histories are played. */
export interface Stage {
  cloud: EmbeddedCloud;
  wire: Wire;
  audit: Audit;
  tables: Tables;
}
