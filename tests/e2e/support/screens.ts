import { expect, type Page } from '@playwright/test';
import { PASSWORD } from './cognito.ts';
import type { Workshop } from './workshop.ts';

/** The newest code that was mailed to an address. @param after one that came before, and is not meant. */
export async function mailedCode(workshop: Workshop, email: string, { after = '' } = {}): Promise<string> {
  const newest = async () => (await workshop.mails(email))[0]?.code ?? '';
  await expect.poll(async () => (await newest()) !== after && (await newest()) !== '').toBe(true);
  return newest();
}

/** Where the newest mail to an address leads. */
export async function mailedLink(workshop: Workshop, email: string): Promise<string> {
  const newest = async () => (await workshop.mails(email))[0]?.link ?? '';
  await expect.poll(newest).toMatch(/^http/);
  return newest();
}

/** Signs up through the screens, as a person would, and ends on the home page. */
export async function signUp(page: Page, workshop: Workshop, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.getByRole('textbox', { name: /code/i }).fill(await mailedCode(workshop, email));
  await page.getByRole('button', { name: /verify|confirm/i }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
}

/** Signs in through the form that is open, and ends on the home page. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeEnabled();
}

/**
 * Opens a page, and waits until its script has taken it over: a prerendered page is there sooner, and a press on a
 * button that nobody listens to yet is lost. Links lead on and text is kept from the first moment.
 */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await takenOver(page);
}

/** Loads the page again, as far as `openPage` does. */
export async function reloadPage(page: Page): Promise<void> {
  await page.reload();
  await takenOver(page);
}

const takenOver = (page: Page) => expect(page.locator('#visitor-home ~ #account-home')).toHaveCount(0);
