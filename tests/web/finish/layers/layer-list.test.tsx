import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { press } from '../../support/site.tsx';
import {
  DESIGN,
  HEADLINE,
  inList,
  layerNames,
  openEditor,
  slide,
  stubBrowser,
  withThumbnail,
} from '../support/finish-page.ts';

beforeEach(stubBrowser);

const layers = ['ONE', 'TWO', 'THREE'].map((text, index) => ({ ...HEADLINE, id: `layer-${index}`, text }));

it('The grip moves the selected layer with the arrow keys and the pointer, and a drag is one step of undo', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(30);
  await openEditor(withThumbnail({ design: { ...DESIGN, layers } }));
  const before = await layerNames();
  fireEvent.click(inList('ONE'));
  const grip = () => screen.getByRole('button', { name: 'Move ONE in the list' });
  const at = (clientY: number) => ({ pointerId: 1, clientY });
  fireEvent.keyDown(grip(), { key: 'ArrowUp' });
  expect(await layerNames()).toEqual(['THREE', 'ONE', 'TWO', 'The image']);
  fireEvent.keyDown(grip(), { key: 'ArrowDown' });
  expect(await layerNames()).toEqual(before);

  fireEvent.pointerDown(grip(), at(100));
  for (const y of [80, 65, 35]) fireEvent.pointerMove(grip(), at(y));
  fireEvent.pointerUp(grip(), at(35));
  expect(await layerNames()).toEqual(['ONE', 'THREE', 'TWO', 'The image']);
  press('Undo');
  expect(await layerNames()).toEqual(before);
});

it('A number beside a slider can be typed, and one pixel is one pixel', async () => {
  await openEditor();
  const number = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Outline, as a number' });
  fireEvent.change(number, { target: { value: '1' } });
  const outline = screen.getByRole<HTMLInputElement>('slider', { name: 'Outline' });
  expect([outline.value, outline.getAttribute('aria-valuetext')]).toEqual(['1', '1 pixel']);

  slide('Outline', 7);
  fireEvent.blur(number);
  expect(number.value).toBe('7');
});
