import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { startDevCommand, type DevCommand } from './support/dev-command.ts';
import { expect, test } from './support/test.ts';

test.describe.configure({ mode: 'serial' });
test.skip(process.env['E2E_URL'] !== undefined, 'Starts a separate development server.');

let dev: DevCommand;
test.beforeAll(async () => {
  dev = await startDevCommand();
});
test.afterAll(() => dev.stop());

const endpointsSchema = z.object({
  endpoints: z.object({ DYNAMODB: z.string() }),
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
  resources: z.record(z.string(), z.string()),
});

/** Connects to the tables of the running cloud. */
async function connect() {
  const { endpoints, credentials, resources } = endpointsSchema.parse(
    await (await fetch(`${dev.url}/local/endpoints.json`)).json(),
  );
  const [, table] = Object.entries(resources).find(([id]) => id.startsWith('DataUsers')) ?? [];
  const client = new DynamoDBClient({ endpoint: endpoints.DYNAMODB, region: 'us-west-2', credentials });
  return { table, client: DynamoDBDocumentClient.from(client) };
}

async function reportPageError(): Promise<unknown> {
  const response = await fetch(`${dev.url}/api/page-errors`, { method: 'POST', body: '{}' });
  return [response.status, await response.json()];
}

test('npm run dev shows the prerendered page, and a changed component without loading the page again', async ({
  page,
}) => {
  const connection = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  const document = await page.goto(dev.url);
  expect(await document?.text()).toContain('id="visitor-home"');
  await connection;
  // The component is on the page when React has replaced the prerendered one.
  await expect(page.getByRole('button', { name: 'Generate' })).toHaveCount(1);
  await page.evaluate(`document.documentElement.setAttribute('data-same-page', '')`);

  await dev.edit('web/src/app/site-footer.tsx', '<footer', '<footer data-changed');

  await expect(page.locator('html[data-same-page] footer[data-changed]')).toBeVisible();
});

test('npm run dev serves the settings and the description of the API', async () => {
  const settings = (await (await fetch(`${dev.url}/config.json`)).json()) as Record<string, unknown>;
  const api = (await (await fetch(`${dev.url}/v1/openapi.json`)).json()) as Record<string, unknown>;

  expect([Object.keys(settings), api['openapi']]).toEqual([
    expect.arrayContaining(['userPoolId', 'userPoolEndpoint']),
    expect.any(String),
  ]);
});

test('npm run dev answers with the new code of a changed function, and with the last one while the new code does not build', async () => {
  const file = 'functions/api/report-page-error.ts';
  await dev.write(file, `export const handler = async () => ({ statusCode: 200, body: '"new"' });`);
  // Waits for the answer instead of the line that announces it, as a developer does.
  await expect.poll(reportPageError).toEqual([200, 'new']);
  await expect.poll(() => dev.lines.join('\n')).toMatch(/^replaced report-page-error \(/m);

  await dev.changeAndAwait(/^no function changed/, () =>
    dev.edit(file, 'export', '// The bundle has no comments.\nexport'),
  );
  await dev.changeAndAwait(/^kept the last version/, () => dev.write(file, 'export const handler = ('));

  expect(await reportPageError()).toEqual([200, 'new']);
  expect(dev.lines.join('\n')).toMatch(
    /functions\/report-page-error\.ts:1:\d+: error|ERROR.*\n?.*report-page-error/i,
  );
});

test('npm run dev restarts the cloud with its data for a changed template, and keeps it while the template cannot be synthesized', async () => {
  const headers = 'infra/constructs/site-headers.ts';
  const before = await connect();
  const row = { id: 'developer', credits: 7 };
  await before.client.send(new PutCommand({ TableName: before.table, Item: row }));

  await dev.changeAndAwait(/^kept the last version/, () =>
    dev.edit(headers, "'camera=()", "missing + 'camera=(self)"),
  );
  const kept = await fetch(`${dev.url}/config.json`);
  await dev.changeAndAwait(/^restarted the cloud/, () =>
    dev.edit(headers, "missing + 'camera=(self)", "'camera=(self)"),
  );
  const restarted = await fetch(`${dev.url}/config.json`);
  const after = await connect();
  const { Item } = await after.client.send(new GetCommand({ TableName: after.table, Key: { id: row.id } }));

  expect(kept.headers.get('permissions-policy')).toMatch(/^camera=\(\)/);
  expect(restarted.headers.get('permissions-policy')).toMatch(/^camera=\(self\)/);
  expect(Item).toEqual(row);
});
