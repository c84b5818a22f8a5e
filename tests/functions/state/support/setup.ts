import { beforeEach, inject } from 'vitest';
import { TABLE_NAMES, tableName, tableVariable } from './table-schemas.ts';

// The functions read these at import, so they are set before anything imports a function.
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = inject('dynamodbEndpoint');
for (const table of TABLE_NAMES) process.env[tableVariable(table)] = tableName(table);

// Each test file starts with empty tables.
const { createTables, resetCalls } = await import('./database.ts');
await createTables();

beforeEach(resetCalls);
