import { expect, it, onTestFinished, vi } from 'vitest';
import { findTop, placeMessages } from '../../../web/src/ui/place-messages.ts';

/** The image and the prompt of a phone. */
const IMAGE = { top: 94, bottom: 314 };
const PROMPT = { top: 480, bottom: 600 };
const PHONE = { windowHeight: 640 };

it.each([
  ['is below the header if nothing is in the way', 46, [], PHONE, 68],
  ['reaches into the header if the image begins below it', 46, [IMAGE], PHONE, 40],
  ['is below the image if the header has too little room', 90, [IMAGE, PROMPT], PHONE, 322],
  ['stays where it is as long as its place is free', 46, [PROMPT], { ...PHONE, current: 322 }, 322],
  ['leaves its place for what moves there', 46, [IMAGE, PROMPT], { ...PHONE, current: 300 }, 40],
  ['is between two areas that it does not touch', 150, [IMAGE, PROMPT], PHONE, 322],
  ['has no place if nothing is high enough', 200, [IMAGE, PROMPT], PHONE, undefined],
])('The place of a message %s', (_, height, areas, view, top) => {
  expect(findTop(height, areas, view)).toBe(top);
});

it('The page is searched only while it shows a message, because the search in a long page is slow', async () => {
  vi.stubGlobal('ResizeObserver', FakeSizes);
  onTestFinished(() => void vi.unstubAllGlobals());
  document.body.innerHTML = '<main></main><section></section>';
  const section = document.querySelector('section') ?? document.body;
  onTestFinished(placeMessages(section));
  const searches = vi.spyOn(document, 'querySelectorAll');
  onTestFinished(() => searches.mockRestore());
  const change = async () => {
    searches.mockClear();
    document.querySelector('main')?.append('A key was pressed');
    await Promise.resolve();
    dispatchEvent(new Event('scroll'));
    return searches.mock.calls.length;
  };

  const before = await change();
  section.innerHTML = '<li data-sonner-toast data-visible="true" data-front="true">Saved</li>';
  await Promise.resolve();
  const during = [await change(), section.style.getPropertyValue('--messages-top')];
  section.replaceChildren();
  await Promise.resolve();

  expect([before, during, await change()]).toEqual([0, [2, '68px'], 0]);
});

it('A message after an export covers neither the bar nor the tabs of the finish page', async () => {
  vi.stubGlobal('ResizeObserver', FakeSizes);
  onTestFinished(() => void vi.unstubAllGlobals());
  document.body.innerHTML =
    '<div class="export-buttons"></div><div class="tab-list"></div><section></section>';
  const place = (selector: string, top: number, height: number) => {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) throw new Error(`There is no ${selector}`);
    const box = { top, bottom: top + height, left: 900, right: 1_300, height } as DOMRect;
    element.getBoundingClientRect = () => box;
    Object.defineProperty(element, 'offsetHeight', { value: height });
    return element;
  };
  place('.export-buttons', 8, 38);
  place('.tab-list', 62, 42);
  const section = document.querySelector('section') ?? document.body;
  onTestFinished(placeMessages(section));
  section.innerHTML = '<li data-sonner-toast data-visible="true" data-front="true">Exported</li>';
  place('li', 68, 46);
  await Promise.resolve();

  expect(section.style.getPropertyValue('--messages-top')).toBe('112px');
});

/** The test has no layout. */
class FakeSizes {
  observe = vi.fn();
  unobserve = vi.fn();
  disconnect = vi.fn();
}
