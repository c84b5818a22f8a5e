import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { press } from '../../support/site.tsx';
import { openEditor, openTab, passPause, slide, stubBrowser } from '../support/finish-page.ts';
import { makeEdit, openImageTools } from '../support/image-tools.ts';

beforeEach(stubBrowser);

const findSlider = () => screen.findByRole<HTMLInputElement>('slider', { name: 'Before' });
const button = () => screen.getByRole('button', { name: 'Before/After' });
/** The value of the slider, what a screen reader says of it, and the state of the button. */
const readSlider = async () => {
  const slider = await findSlider();
  return [slider.value, slider.getAttribute('aria-valuetext'), button().getAttribute('aria-pressed')];
};
const boxes = () => document.querySelectorAll('.layer-frame');

it('The design is compared with the image without its layers, whole or in part', async () => {
  await openEditor();
  expect(boxes()).toHaveLength(1);
  press('Before/After');
  expect(await readSlider()).toEqual(['100', '100% shows the image without its layers', 'true']);
  expect(boxes()).toHaveLength(0);
  slide('Before', 40);
  expect(await readSlider()).toEqual(['40', '40% shows the image without its layers', 'true']);

  press('Before/After');
  expect(screen.queryByRole('slider', { name: 'Before' })).toBeNull();
  expect(boxes()).toHaveLength(1);
});

it('Beside the image tools, the same button compares a version with the version before it', async () => {
  await openImageTools({
    edits: [makeEdit('e2', { kind: 'upscale' }, 'e1'), makeEdit('e1', { kind: 'erase' })],
  });
  press('Version 4K');
  expect(screen.getAllByRole('button', { name: /Before|After/ })).toEqual([button()]);
  press('Before/After');
  expect(await readSlider()).toEqual(['100', '100% shows the version before', 'true']);
  openTab('Design');
  expect(await readSlider()).toEqual(['100', '100% shows the image without its layers', 'true']);

  openTab('Image');
  press('Version Erased');
  expect(button().getAttribute('aria-pressed')).toBe('false');
  await passPause();
  await screen.findByText('Saved');
});
