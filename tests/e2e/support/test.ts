import { test as base, expect, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { auditOf, type Audit } from '../../support/audit.ts';

const mails = z.array(z.object({ to: z.string(), code: z.string() }));
const workshop = z.object({
  endpoints: z.object({
    DYNAMODB: z.string(),
    S3: z.string(),
    BEDROCK_RUNTIME: z.string(),
    COGNITO_IDENTITY_PROVIDER: z.string(),
    SECRETS_MANAGER: z.string(),
  }),
  resources: z.record(z.string(), z.string()),
});

interface Fixtures {
  /** The tables behind the site. */
  audit: Audit;
  /** Fails the test when the page wrote a warning or an error. */
  quietConsole: undefined;
}

export const test = base.extend<Fixtures>({
  quietConsole: [
    async ({ page }, use) => {
      const noise: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) noise.push(message.text());
      });
      page.on('pageerror', (error) => noise.push(error.message));
      await use(undefined);
      expect(noise).toEqual([]);
    },
    { auto: true },
  ],
  audit: async ({ request }, use) => {
    const { endpoints, resources } = workshop.parse(
      await (await request.get('/local/endpoints.json')).json(),
    );
    const resource = (prefix: string) => {
      const [, ref = ''] =
        Object.entries(resources).find(([logicalId]) => logicalId.startsWith(prefix)) ?? [];
      return { ref };
    };
    await use(auditOf({ endpoints, resource }));
  },
});

export { expect };

export const PASSWORD = 'correct horse 7';

export function newEmail(): string {
  return `${randomUUID()}@example.com`;
}

/** The newest code that was mailed to an address. */
export async function mailedCode(page: Page, email: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      const inbox = mails.parse(await (await page.request.get('/local/mailbox.json')).json());
      code = inbox.find((mail) => mail.to === email)?.code;
      return code;
    })
    .toMatch(/^\d{6}$/);
  return code ?? '';
}

/** Signs up through the screens, as a person would, and ends on the home page. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.getByRole('textbox', { name: /code/i }).fill(await mailedCode(page, email));
  await page.getByRole('button', { name: /verify|confirm/i }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
}
