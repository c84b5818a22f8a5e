import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { SHAPE_LAYER } from '../../../support/designs.ts';
import { press } from '../../support/site.tsx';
import {
  DESIGN,
  HEADLINE,
  onImage,
  openEditor,
  openTab,
  passPause,
  position,
  readNumber,
  stubBrowser,
  withThumbnail,
  wordsField,
} from '../support/finish-page.ts';

beforeEach(stubBrowser);

const NAME = 'I BUILT A CASTLE';

describe('the box of a layer', () => {
  it('drags a layer with the pointer as one step of undo', async () => {
    await openEditor();
    const box = onImage(NAME);
    fireEvent.pointerDown(box, { button: 0, clientX: 100, clientY: 100 });
    for (const clientX of [120, 170, 220])
      fireEvent.pointerMove(box, { clientX, clientY: 100, ctrlKey: true });
    fireEvent.pointerUp(box);
    expect(readNumber(/^X/)).toBe('760');

    press('Undo');
    expect(readNumber(/^X/)).toBe('640');
    press('Redo');
    expect(readNumber(/^X/)).toBe('760');
  });

  it('drags a layer as one step of undo, also if the pointer rests for longer than a pause', async () => {
    await openEditor();
    const box = onImage(NAME);
    const move = (clientX: number) => fireEvent.pointerMove(box, { clientX, clientY: 100, ctrlKey: true });
    fireEvent.pointerDown(box, { button: 0, clientX: 100, clientY: 100 });
    move(160);
    await passPause();
    move(220);
    fireEvent.pointerUp(box);
    await passPause();
    expect(readNumber(/^X/)).toBe('760');

    press('Undo');
    expect(readNumber(/^X/)).toBe('640');
  });

  it('attracts a layer to the lines of the frame, unless Control or Meta is pressed', async () => {
    // The width of words depends on the browser's canvas.
    const shape = { ...SHAPE_LAYER, name: 'Frame', x: 640, y: 360, width: 300, height: 100 };
    await openEditor(withThumbnail({ design: { ...DESIGN, layers: [shape] } }));
    const box = onImage('Frame');
    fireEvent.pointerDown(box, { button: 0, clientX: 100, clientY: 100 });
    const dragTo = (keys: { ctrlKey?: boolean; metaKey?: boolean }) => {
      fireEvent.pointerMove(box, { clientX: 106, clientY: 105, ...keys });
      return position();
    };

    expect(dragTo({})).toEqual(['640', '360']);
    expect(dragTo({ ctrlKey: true })).toEqual(['646', '365']);
    expect(dragTo({ metaKey: true })).toEqual(['646', '365']);
  });

  it.each([
    ['sideways', { clientX: 220, clientY: 130 }, ['760', '360']],
    ['up and down', { clientX: 130, clientY: 220 }, ['640', '480']],
  ])('drags a layer only %s with Shift', async (_direction, end, place) => {
    await openEditor();
    const box = onImage(NAME);
    fireEvent.pointerDown(box, { button: 0, clientX: 100, clientY: 100 });
    fireEvent.pointerMove(box, { ...end, shiftKey: true, ctrlKey: true });

    expect(position()).toEqual(place);
  });

  it('continues a drag with a second finger from where the layer is', async () => {
    await openEditor();
    const box = onImage(NAME);
    const at = (pointerId: number, clientX: number) => ({ button: 0, pointerId, clientX, clientY: 100 });
    fireEvent.pointerDown(box, at(1, 100));
    fireEvent.pointerMove(box, { ...at(1, 160), ctrlKey: true });
    fireEvent.pointerDown(box, at(2, 300));
    fireEvent.pointerMove(box, at(2, 310));
    fireEvent.pointerMove(box, at(1, 170));

    expect(position()).toEqual(['710', '360']);
  });

  it('does not move a layer that is only pressed', async () => {
    await openEditor();
    const box = onImage(NAME);
    fireEvent.pointerDown(box, { button: 0, clientX: 100, clientY: 100 });
    fireEvent.pointerMove(box, { clientX: 102, clientY: 101 });
    fireEvent.pointerUp(box);

    expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('deletes a layer during its drag as one step of undo, and starts the next drag anew', async () => {
    await openEditor(withThumbnail({ design: { ...DESIGN, layers: [HEADLINE, SHAPE_LAYER] } }));
    const at = (pointerId: number, clientX: number) => ({ button: 0, pointerId, clientX, clientY: 100 });
    const frame = onImage(NAME).closest('[data-layers]') ?? document.body;
    fireEvent.pointerDown(onImage(NAME), at(1, 100));
    fireEvent.pointerMove(frame, { ...at(1, 160), ctrlKey: true });
    fireEvent.keyDown(onImage(NAME), { key: 'Delete' });
    fireEvent.pointerMove(frame, { ...at(1, 220), ctrlKey: true });
    const [x, y] = position();
    fireEvent.pointerDown(onImage('Circle'), at(2, 100));
    fireEvent.pointerMove(frame, { ...at(2, 150), ctrlKey: true });
    fireEvent.pointerUp(frame, at(2, 150));
    expect(position()).toEqual([String(Number(x) + 50), y]);

    press('Undo');
    press('Undo');
    fireEvent.click(onImage(NAME));
    expect(position()).toEqual(['700', '360']);
  });

  it('leaves the words of a text for its layer with Escape', async () => {
    await openEditor();
    act(() => wordsField().focus());
    fireEvent.keyDown(wordsField(), { key: 'Escape' });

    expect(document.activeElement).toBe(onImage(NAME));
    expect(onImage(NAME).getAttribute('aria-pressed')).toBe('true');
  });

  it('shows the picture without the boxes of its layers in the tab Preview', async () => {
    await openEditor();
    openTab('Preview');
    expect(document.querySelectorAll('.layer-frame, .handle')).toHaveLength(0);
    openTab('Design');
    expect(document.querySelectorAll('.layer-frame, .handle')).toHaveLength(8);
  });
});
