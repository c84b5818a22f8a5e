// @vitest-environment happy-dom
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

  it('inserts the scripts of a hidden page at once, because it is not painted', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await openPage();

    expect(template()).toBeNull();
    expect(scriptCount()).toBe(1);
  });
});
