import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startSite } from '../../support/site-process.ts';
import { connectDevTools, type DevTools } from '../support/dev-tools.ts';
import { PLACEHOLDER } from '../support/home-page.ts';
import { latestCode, newEmail, PASSWORD, signUpUser, WELCOME } from '../support/user-pool.ts';
import { launchFirefox, type Firefox } from './firefox.ts';

const LINK = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

let firefox: Firefox;
let devTools: DevTools;

beforeAll(async () => {
  firefox = await launchFirefox();
  const site = await startSite();
  devTools = await connectDevTools(site.url);
  return async () => {
    await firefox.close();
    await site.stop();
  };
});

test('A new creator signs up with the mailed code, generates a thumbnail and downloads it', async () => {
  const email = newEmail();
  const { page, link, button, field, text, problems } = await firefox.openPage();
  await page.goto(devTools.url);
  await link('Sign Up').click();
  await field('Email').fill(email);
  await field('Password').fill(PASSWORD);
  await field('Confirm password').fill(PASSWORD);
  await button('Sign up').click();
  await field('Code').fill(await latestCode(devTools, email));
  await button('Verify token').click();
  await text(`${WELCOME} credits`).wait();

  await page.locator(`[placeholder="${PLACEHOLDER}"]`).fill('A castle build at sunset');
  await button('Generate').click();
  await text(`${WELCOME - 1} credits`).wait();
  await button('Download').click();
  await expect.poll(() => readdir(firefox.downloads)).toEqual(['thumbnail.png']);
  const image = await readFile(join(firefox.downloads, 'thumbnail.png'));
  expect(image.subarray(1, 4).toString()).toBe('PNG');
  expect(problems).toEqual([]);
});

test('A creator buys a pack, generates in the style of a video and deletes the account', async () => {
  const email = await signUpUser(devTools);
  const { page, link, button, dialogButton, field, text, problems } = await firefox.openPage();
  await page.goto(`${devTools.url}/auth`);
  await field('Email').fill(email);
  await field('Password').fill(PASSWORD);
  await button('Sign in').click();
  await text(`${WELCOME} credits`).wait();

  await link('Buy Credits').click();
  await button('Get Starter').click();
  await page.locator('input[type="checkbox"]').click();
  await button('Pay').click();
  await text(`${WELCOME + 10} credits`).wait();

  await page.locator(`[placeholder="${PLACEHOLDER}"]`).fill(LINK);
  await text('Style from this video').wait();
  await button('Generate').click();
  await text('12 credits').wait();

  await page.goto(`${devTools.url}/account`);
  await button('Delete account').click();
  await field(`Type ${email} to confirm`).fill(email);
  await field('Password').fill(PASSWORD);
  await dialogButton('Delete account').click();
  await text('Your account has been deleted.').wait();
  expect(problems).toEqual([]);
});
