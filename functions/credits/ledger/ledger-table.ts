import { openTable } from '../../platform/tables.ts';

export const LEDGER = openTable('ledger');
