// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const painted = vi.fn<() => void>();
class FakeObserver {
  readonly disconnect = vi.fn();
  constructor(callback: () => void) {
    painted.mockImplementation(callback);
  }
  observe(): void {
    // What is seen is told by `painted`.
  }
}
const waiting = () => document.querySelector('template#scripts');
const scripts = () => document.querySelectorAll('script[type=module]').length;

async function openPage() {
  vi.resetModules();
  await import('../../web/src/scripts-after-paint.ts');
  document.dispatchEvent(new Event('DOMContentLoaded'));
}

beforeEach(() => {
  document.body.innerHTML =
    '<template id="scripts"><script type="module" data-src="/assets/index.js"></script></template>';
  vi.stubGlobal('PerformanceObserver', FakeObserver);
});
afterEach(() => {
  painted.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a prerendered page's scripts", () => {
  it('are fetched when the page has been painted, once', async () => {
    await openPage();
    expect(scripts()).toBe(0);

    painted();
    painted();

    expect(waiting()).toBeNull();
    expect(scripts()).toBe(1);
  });

  it('do not wait for the painting of a page that nobody looks at', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await openPage();

    expect(waiting()).toBeNull();
    expect(scripts()).toBe(1);
  });
});
