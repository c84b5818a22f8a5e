import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  PurposeMenu,
  PURPOSES,
} from '../../../web/src/features/generator/components/references/purpose-menu.tsx';
import type { Purpose } from '../../../web/src/features/generator/components/references/purpose-menu.tsx';

const onChoose = vi.fn<(purpose: Purpose) => void>();
const hidePopover = vi.fn();
const menu = () => screen.getByRole('menu', { hidden: true });
const popover = () => menu().parentElement ?? document.body;
const focused = () => document.activeElement?.textContent;
const describePurpose = (purpose: Purpose) => PURPOSES[purpose].label + PURPOSES[purpose].effect;

const readDescription = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;

/** The browser opens and closes the menu, and tells the page. */
function toggle(newState: 'open' | 'closed') {
  fireEvent(popover(), Object.assign(createEvent('toggle', popover()), { newState }));
}

function pressKey(key: string) {
  return fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

beforeEach(() => {
  render(
    <PurposeMenu
      name="reference 1"
      purpose="style"
      offered={['none', 'style', 'layout']}
      status="Preparing..."
      disabled={false}
      hasCutouts
      onChoose={onChoose}
    />,
  );
  Object.assign(popover(), { hidePopover });
});

describe('the menu of purposes', () => {
  it('belongs to the button with the purpose and the status', () => {
    const button = screen.getByRole('button', { name: 'Purpose of reference 1: Style' });

    expect(button.getAttribute('popovertarget')).toBe(popover().id);
    expect(menu().getAttribute('aria-label')).toBe('Purpose of reference 1');
    expect(readDescription(button)).toBe('Preparing...');
    expect(readDescription(menu())).toBe('A face or an object? Add it on the finish page, as a cut-out.');
  });

  it('focuses and marks the current purpose when it opens, and does nothing when it closes', () => {
    toggle('closed');
    expect(document.activeElement).toBe(document.body);

    toggle('open');
    expect(focused()).toBe(describePurpose('style'));
    const marked = screen.getAllByRole('menuitemradio', { hidden: true, checked: true });
    expect(marked.map(({ textContent }) => textContent)).toEqual([describePurpose('style')]);
  });

  it.each<[string, string[], Purpose]>([
    ['the next purpose', ['ArrowDown'], 'layout'],
    ['from the last purpose to the first', ['ArrowDown', 'ArrowDown'], 'none'],
    ['the purpose before', ['ArrowUp'], 'none'],
    ['from the first purpose to the last', ['ArrowUp', 'ArrowUp'], 'layout'],
    ['the first purpose', ['Home'], 'none'],
    ['the last purpose', ['End'], 'layout'],
  ])('moves the focus to %s', (_, keys, expected) => {
    toggle('open');
    // A handled key does not scroll the page.
    for (const key of keys) expect(pressKey(key)).toBe(false);

    expect(focused()).toBe(describePurpose(expected));
    expect(hidePopover).not.toHaveBeenCalled();
  });

  it('closes with Tab, and leaves the move of the focus to the browser', () => {
    toggle('open');

    expect(pressKey('Tab')).toBe(true);
    expect(hidePopover).toHaveBeenCalledOnce();
    expect(focused()).toBe(describePurpose('style'));
  });

  it('leaves other keys to the browser', () => {
    toggle('open');

    expect(pressKey('Enter')).toBe(true);
    expect(hidePopover).not.toHaveBeenCalled();
  });

  it('hands over the purpose that is pressed', () => {
    fireEvent.click(screen.getByText(PURPOSES.layout.effect));

    expect(onChoose.mock.calls).toEqual([['layout']]);
  });
});
