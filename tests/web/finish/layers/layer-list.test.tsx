import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { press } from '../../support/site.tsx';
import { CUTOUT_LAYER } from '../../../support/designs.ts';
import {
  DESIGN,
  HEADLINE,
  inList,
  layerNames,
  onImage,
  openEditor,
  passPause,
  savedDesigns,
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

const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the layer' });
const typeName = (value: string) => fireEvent.change(nameField(), { target: { value } });

it.each([
  ['a double press', () => fireEvent.doubleClick(inList('Cut-out'))],
  ['F2', () => fireEvent.keyDown(inList('Cut-out'), { key: 'F2' })],
  ['F2 on the image', () => fireEvent.keyDown(onImage('Cut-out'), { key: 'F2' })],
  ['the button of the selected layer', () => press('Rename Cut-out')],
])('A layer is renamed with %s, and the name is shown and saved', async (_, open) => {
  const layer = { ...CUTOUT_LAYER, isPicture: false };
  const calls = await openEditor(withThumbnail({ design: { ...DESIGN, layers: [layer] } }));
  open();
  expect([nameField().value, nameField().placeholder]).toEqual(['', 'Cut-out']);
  expect(document.activeElement).toBe(nameField());
  typeName('Me, shocked ');
  fireEvent.keyDown(nameField(), { key: 'Enter' });

  expect(await layerNames()).toEqual(['Me, shocked', 'The image']);
  expect(document.activeElement).toBe(inList('Me, shocked'));
  expect(onImage('Me, shocked')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Settings of Me, shocked' })).toBeDefined();
  expect(screen.getByText('The layer is called “Me, shocked”.')).toBeDefined();
  await passPause();
  await screen.findByText('Saved');
  expect(savedDesigns(calls).at(-1)?.design.layers).toEqual([{ ...layer, name: 'Me, shocked' }]);
});

it('An empty name is the automatic name again, Escape keeps the name, and a renaming is one step of undo', async () => {
  const named = { ...HEADLINE, name: 'Headline' };
  await openEditor(withThumbnail({ design: { ...DESIGN, layers: [named] } }));
  fireEvent.doubleClick(inList('Headline'));
  expect([nameField().value, nameField().placeholder]).toEqual(['Headline', 'I BUILT A CASTLE']);
  typeName('Something else');
  fireEvent.keyDown(nameField(), { key: 'Escape' });
  expect(await layerNames()).toEqual(['Headline', 'The image']);

  fireEvent.doubleClick(inList('Headline'));
  typeName(' ');
  // The words that are typed are not a step of undo yet.
  fireEvent.keyDown(nameField(), { key: 'z', ctrlKey: true });
  fireEvent.blur(nameField());
  expect(await layerNames()).toEqual(['I BUILT A CASTLE', 'The image']);
  press('Undo');
  expect(await layerNames()).toEqual(['Headline', 'The image']);
  await passPause();
  await screen.findByText('Saved');
});
