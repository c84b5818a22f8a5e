import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const paint = vi.fn<() => void>();
const disconnect = vi.fn<() => void>();
class FakeObserver {
  readonly disconnect = disconnect;
  constructor(callback: () => void) {
    paint.mockImplementation(callback);
  }
  observe(): void {
    // The test calls `paint` itself.
  }
}
const template = () => document.querySelector('template#scripts');
const scriptCount = () => document.querySelectorAll('script[type=module]').length;

const SIGNED_IN = { 'CognitoIdentityServiceProvider.client.LastAuthUser': 'ada' };

async function openPage() {
  vi.resetModules();
  await import('../../web/src/head-script.ts');
  document.dispatchEvent(new Event('DOMContentLoaded'));
}

beforeEach(() => {
  document.body.innerHTML =
    '<template id="scripts"><script type="module" data-src="/assets/index.js"></script></template>';
  vi.stubGlobal('PerformanceObserver', FakeObserver);
});
afterEach(() => {
  localStorage.clear();
  paint.mockReset();
  disconnect.mockReset();
  vi.restoreAllMocks();
});

describe('the head script of a prerendered page', () => {
  it('inserts the scripts once, after the first paint', async () => {
    await openPage();
    expect(scriptCount()).toBe(0);

    paint();
    paint();

    expect(template()).toBeNull();
    expect(scriptCount()).toBe(1);
    expect(disconnect).toHaveBeenCalled();
  });

  it.each([
    ['a stored thumbnail', '[{"id":"a"}]', ''],
    ['an empty history', '[]', undefined],
    ['no history', undefined, undefined],
  ])('marks the page for %s, because its buttons need space', async (_what, stored, mark) => {
    if (stored !== undefined) localStorage.setItem('thumbnailHistory', stored);
    await openPage();

    expect(document.documentElement.getAttribute('data-history') ?? undefined).toBe(mark);
    document.documentElement.removeAttribute('data-history');
  });

  it('inserts them after the example, the largest part of the page', async () => {
    document.body.insertAdjacentHTML('beforeend', '<div class="viewer"><img /></div>');
    let finishDecoding: () => void = () => undefined;
    const decoding = new Promise<void>((resolve) => (finishDecoding = resolve));
    const example = document.querySelector('img') ?? new Image();
    example.decode = () => decoding;
    await openPage();
    paint();
    await Promise.resolve();
    expect(scriptCount()).toBe(0);

    finishDecoding();
    await vi.waitFor(() => expect(scriptCount()).toBe(1));
  });

  it.each([
    ['https://youtu.be/aaaaaaaaaaa a castle', true],
    ['a castle', false],
  ])('reserves the space of a card for the stored prompt %s: %s', async (prompt, isReserved) => {
    localStorage.setItem('currentPrompt', prompt);
    await openPage();

    expect('link' in document.documentElement.dataset).toBe(isReserved);
    document.documentElement.removeAttribute('data-link');
  });

  it.each([
    ['of a visitor', {}, 'a castle\nat night'],
    ['of a signed-in user', { ...SIGNED_IN, currentPromptOwner: 'ada' }, 'a castle\nat night'],
    ['of a user who has left, to a visitor', { currentPromptOwner: 'ada' }, ''],
  ])('shows the stored prompt %s before the scripts load', async (_, stored, shown) => {
    const items = Object.entries({ currentPrompt: 'a castle\nat night', ...stored });
    for (const [key, value] of items) localStorage.setItem(key, value);
    document.body.innerHTML += '<div class="prompt-bar"><textarea></textarea></div>';
    await openPage();

    expect(document.querySelector('textarea')?.value).toBe(shown);
    document.documentElement.removeAttribute('data-account');
  });

  it('inserts the scripts of a hidden page at once, because it is not painted', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await openPage();

    expect(template()).toBeNull();
    expect(scriptCount()).toBe(1);
  });
});
