import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import * as home from '../support/home.ts';
import { fakeApi, postCalls, signIn } from '../support/site.tsx';
import { App } from '../../../web/src/app/app.tsx';

const LINK = 'https://youtu.be/aaaaaaaaaaa';
const code = vi.hoisted(() => ({ arrive: (): void => undefined }));
const whenArrived = vi.hoisted(() => new Promise<void>((resolve) => (code.arrive = resolve)));

vi.mock('../../../web/src/features/generator/model/read-prompt.ts', async (importOriginal) => {
  await whenArrived;
  return importOriginal();
});

it('Generate waits for the code that reads links, never sends a link as text, and is paid alone', async () => {
  // The head script has reserved the space of the card.
  document.documentElement.setAttribute('data-link', '');
  const hasSpace = () => document.documentElement.hasAttribute('data-link');
  localStorage.setItem('currentPrompt', `[a castle](${LINK})`);
  home.storeHistory(['a']);
  const calls = fakeApi({ readThumbnail: home.readRecord });
  signIn();
  // Without StrictMode, which imports the code twice: Vitest holds only the first of two concurrent imports.
  render(
    <MemoryRouter>
      <App />
    </MemoryRouter>,
  );
  await screen.findByTitle('Fast');
  const another = await screen.findByRole<HTMLButtonElement>('button', { name: /^Another/ });
  expect(another.disabled).toBe(false);
  home.pressGenerate();
  expect(another.disabled).toBe(true);
  expect([hasSpace(), postCalls(calls)]).toEqual([true, []]);

  code.arrive();
  await waitFor(() => expect(home.storedIds()).toHaveLength(2));
  expect(hasSpace()).toBe(false);
  expect(postCalls(calls)).toHaveLength(1);
  expect(postCalls(calls)[0]?.body).toMatchObject({
    prompt: `[a castle](${LINK})`,
    reference: { kind: 'video', fidelity: 0.5 },
  });
  expect(postCalls(calls)[0]?.body).not.toHaveProperty('model');
});
