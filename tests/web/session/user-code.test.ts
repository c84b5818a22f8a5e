import { afterEach, expect, it, vi } from 'vitest';
import { addUserCode, loadUserCode } from '../../../web/src/session/user-code.ts';

afterEach(() => vi.useRealTimers());

it('shows the pages of a user after ten seconds, although their code does not arrive', async () => {
  vi.useFakeTimers();
  let answer = () => {};
  addUserCode(() => new Promise<void>((resolve) => (answer = resolve)));
  let isLoaded = false;
  const loading = loadUserCode().then(() => (isLoaded = true));
  await vi.advanceTimersByTimeAsync(9_999);
  const before = isLoaded;
  await vi.advanceTimersByTimeAsync(1);
  await loading;
  answer();

  expect({ before, after: isLoaded }).toEqual({ before: false, after: true });
});
