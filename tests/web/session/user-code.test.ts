import { afterEach, expect, it, vi } from 'vitest';
import { addUserCode, loadUserCode } from '../../../web/src/session/user-code.ts';

afterEach(() => vi.useRealTimers());

it('shows the pages of a user after ten seconds, although their code does not arrive', async () => {
  vi.useFakeTimers();
  addUserCode(() => new Promise(() => undefined));
  let isLoaded = false;
  const loading = loadUserCode().then(() => (isLoaded = true));
  await vi.advanceTimersByTimeAsync(9_999);
  const before = isLoaded;
  await vi.advanceTimersByTimeAsync(1);
  await loading;

  expect({ before, after: isLoaded }).toEqual({ before: false, after: true });
});
