import { randomUUID } from 'node:crypto';
import { homePage, type HomePage } from './support/home-page.ts';
import { holdRequests } from './support/network.ts';
import { reloadPage, toasts } from './support/page.ts';
import type { PageGuard } from './support/page-guard.ts';
import { expect, test } from './support/test.ts';
import { WELCOME } from './support/user-pool.ts';

// The tests share one waiting line, so they run one after another. The throttled generation of one test would delay the other test.
test.describe.configure({ mode: 'default' });

/** The throttled time counts from the first request with a prompt, so each test needs a different prompt. */
const throttledPrompt = (seconds: number) => `[[throttle:${seconds}]] A castle ${randomUUID()}`;

/** Presses Cancel until the generation has left the line: it cannot be canceled while the worker tries it. */
async function cancelInLine({ preview }: HomePage, guard: PageGuard): Promise<void> {
  // The browser reports the refusal meanwhile in its console.
  preview.page().on('response', (response) => {
    if (response.status() === 409) guard.allow(/status of 409/);
  });
  const button = preview.getByRole('button', { name: 'Cancel' });
  await expect(async () => {
    if ((await button.count()) > 0) await button.click({ timeout: 1_000 });
    await expect(preview).toContainText('Your thumbnail will appear here', { timeout: 1_000 });
  }).toPass();
}

test('A generation waits in line, and its thumbnail arrives', async ({ page, visit, home, creator }) => {
  await visit('/', creator);
  const polls = await holdRequests(page, '/api/thumbnails/*');
  await home.submit(throttledPrompt(5));
  await expect(home.preview).toContainText('Waiting in line');
  await expect(home.preview).toContainText(/You are next|\d+ ahead of you/);
  await expect(home.balance(WELCOME - 1)).toBeVisible();
  polls.release();
  await expect(home.image).toBeVisible({ timeout: 60_000 });
  await expect(home.tiles).toHaveCount(1);
  await expect(home.balance(WELCOME - 1)).toBeVisible();
});

test('A generation keeps its place across a reload and in another tab, which cancels it for both', async ({
  page,
  context,
  visit,
  home,
  creator,
  guard,
}) => {
  await visit('/', creator);
  await home.submit(throttledPrompt(300));
  await expect(home.preview).toContainText('Waiting in line');
  await reloadPage(page);
  await expect(home.preview).toContainText('Waiting in line');
  const other = await context.newPage();
  await other.goto('/');
  const otherHome = homePage(other);
  await expect(otherHome.preview).toContainText('Waiting in line');
  await cancelInLine(otherHome, guard);

  await expect(toasts(other).getByText('Cancelled. Your credit is back.')).toBeVisible();
  await expect(otherHome.balance(WELCOME)).toBeVisible();
  await expect(otherHome.generate).toBeEnabled();
  await expect(home.preview).toContainText('Your thumbnail will appear here');
  await expect(home.balance(WELCOME)).toBeVisible();
});
