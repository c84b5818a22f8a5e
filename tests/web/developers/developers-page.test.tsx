import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PUBLIC_OPERATIONS } from '#contract/endpoints/public-operations.ts';
import { fakeApi, openLazyPage, openPage } from '../support/site.tsx';

const OPEN = { name: 'Developers' };

it('every page leads to the page for developers', () => {
  fakeApi();
  openPage('/');

  expect(screen.getByRole('link', OPEN).getAttribute('href')).toBe('/developers');
});

it('the page for developers describes each operation of the document to visitors', async () => {
  fakeApi();
  await openLazyPage('/developers');

  const articles = screen.getAllByRole('article').map((article) => article.textContent);
  expect(articles).toHaveLength(Object.keys(PUBLIC_OPERATIONS).length);
  for (const { summary, description } of Object.values(PUBLIC_OPERATIONS)) {
    expect(articles.some((text) => text.startsWith(summary) && text.includes(description))).toBe(true);
  }
  expect(articles[0]).toContain('POST /v1/thumbnails');
  expect(articles[0]).toContain('Idempotency-Key required, UUID');
  expect(articles[0]).toContain('prompt required, string');
  expect(articles[0]).toContain('402insufficient_credits: Insufficient credits.');
});

it('its code can be copied', async () => {
  fakeApi();
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openLazyPage('/developers');
  fireEvent.click(screen.getByRole('button', { name: 'Copy curl' }));

  expect(writeText).toHaveBeenCalledWith(expect.stringContaining(`curl ${location.origin}/v1/thumbnails`));
});
