// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as home from '../support/home.ts';
import { postCalls } from '../support/site.tsx';

const LINK = 'https://youtu.be/aaaaaaaaaaa';
const code = vi.hoisted(() => ({ arrive: (): void => undefined }));
const whenArrived = vi.hoisted(() => new Promise<void>((resolve) => (code.arrive = resolve)));

vi.mock('../../../web/src/features/generator/model/read-prompt.ts', async (importOriginal) => {
  await whenArrived;
  return importOriginal();
});

it('Generate waits for the code that reads links, and never sends a link as text', async () => {
  // The head script has reserved the space of the card.
  document.documentElement.setAttribute('data-link', '');
  const hasSpace = () => document.documentElement.hasAttribute('data-link');
  localStorage.setItem('currentPrompt', `[a castle](${LINK})`);
  const calls = home.openHome();
  await screen.findByText('Fast');
  home.pressGenerate();
  expect(postCalls(calls)).toEqual([]);

  code.arrive();
  await home.findImage();
  expect(hasSpace()).toBe(false);
  expect(postCalls(calls)).toHaveLength(1);
  expect(postCalls(calls)[0]?.body).toMatchObject({
    prompt: `[a castle](${LINK})`,
    reference: { kind: 'video', fidelity: 0.5 },
  });
  expect(postCalls(calls)[0]?.body).not.toHaveProperty('model');
});
