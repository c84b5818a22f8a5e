import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addLayer, removeLayer } from '../../../../web/src/features/finish/editor/edit-design.ts';
import { reduceEditor, startEditing } from '../../../../web/src/features/finish/editor/editor-state.ts';
import type { EditorAction, EditorState } from '../../../../web/src/features/finish/editor/editor-state.ts';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import { createShapeLayer, createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';

const setCrop = (crop: number, gesture?: string): EditorAction => ({
  type: 'change',
  edit: (design) => ({ ...design, crop }),
  ...(gesture !== undefined && { gesture }),
});
const run = (actions: readonly EditorAction[], from: EditorState = startEditing(EMPTY_DESIGN)) =>
  actions.reduce(reduceEditor, from);
const repeat = (action: EditorAction, times: number) => Array.from({ length: times }, () => action);
const crop = (actions: readonly EditorAction[]) => run(actions).design.crop;

const change = fc
  .tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.option(fc.constantFrom('drag 1', 'drag 2'), { nil: undefined }),
  )
  .map(([value, gesture]) => setCrop(value, gesture));

it('undoing every step restores the first design, and redoing them restores the last one', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const edited = run(changes);
      const undone = run(repeat({ type: 'undo' }, edited.past.length), edited);
      const redone = run(repeat({ type: 'redo' }, edited.past.length), undone);

      expect(undone.design).toBe(EMPTY_DESIGN);
      expect(undone.past).toEqual([]);
      expect(redone.design).toBe(edited.design);
      expect(redone.future).toEqual([]);
    }),
  );
});

describe('undo', () => {
  it('takes back a whole drag in one step', () => {
    expect(crop([setCrop(0.1), setCrop(0.2, 'drag'), setCrop(0.3, 'drag'), { type: 'undo' }])).toBe(0.1);
  });

  it('separates two drags, and two changes of one field with a pause between them', () => {
    expect(crop([setCrop(0.2, 'drag 1'), setCrop(0.3, 'drag 2'), { type: 'undo' }])).toBe(0.2);
    expect(
      crop([setCrop(0.2, 'size'), { type: 'end-gesture' }, setCrop(0.3, 'size'), { type: 'undo' }]),
    ).toBe(0.2);
  });

  it('does not join a change with the step that was undone before it', () => {
    expect(crop([setCrop(0.2, 'size'), { type: 'undo' }, setCrop(0.3, 'size'), { type: 'undo' }])).toBe(0.5);
  });

  it('forgets what could be redone when the design changes', () => {
    expect(crop([setCrop(0.2), { type: 'undo' }, setCrop(0.3), { type: 'redo' }])).toBe(0.3);
  });
});

describe('the selection', () => {
  it.each([
    ['the headline, which is the largest text that is shown', 'headline', [300, 90, 40]],
    ['the front layer of a design whose texts are hidden', 'front', [300]],
  ])('starts with %s', (_, selectedId, [hidden = 0, ...sizes]) => {
    const texts = sizes.map((size) => ({ ...createTextLayer(size === 90 ? 'headline' : 'line'), size }));
    const layers = [{ ...createTextLayer('hidden'), size: hidden, hidden: true }, ...texts];
    const design = { ...EMPTY_DESIGN, layers: [...layers, createShapeLayer('line', 'front')] };

    expect(startEditing(design).selectedId).toBe(selectedId);
  });

  const add = (id: string): EditorAction => ({
    type: 'change',
    edit: (design) => addLayer(design, createTextLayer(id)),
    select: id,
  });

  it('moves to the front layer when the selected layer goes away by deleting or by undo', () => {
    const two = run([add('first'), add('second')]);

    expect(two.selectedId).toBe('second');
    expect(run([{ type: 'undo' }], two).selectedId).toBe('first');
    const deleted = run([{ type: 'change', edit: (design) => removeLayer(design, 'second') }], two);
    expect(deleted.selectedId).toBe('first');
  });

  it('stays empty when the creator has ended it', () => {
    const none = run([add('first'), { type: 'select', id: undefined }, setCrop(0.2)]);

    expect(none.selectedId).toBeUndefined();
  });
});

describe('a canceled visit', () => {
  const cancel = ({ design: start }: EditorState): EditorAction => ({
    type: 'cancel',
    start,
    gesture: 'swap 1',
    edit: (design) => ({ ...design, crop: start.crop }),
  });
  const add: EditorAction = {
    type: 'change',
    edit: (design) => addLayer(design, createTextLayer('text')),
  };

  it('leaves no step to undo or redo', () => {
    const before = run([setCrop(0.1)]);
    const steps = [setCrop(0.2, 'swap 1'), setCrop(0.3, 'swap 1'), cancel(before)];

    expect(run(steps, before)).toEqual({ ...before, gesture: undefined });
  });

  it('leaves one step to undo with the other changes', () => {
    const before = run([setCrop(0.1)]);
    const steps = [setCrop(0.2, 'swap 1'), add, setCrop(0.3, 'swap 1'), cancel(before)];
    const { design, past } = run(steps, before);

    expect([design.crop, design.layers.length]).toEqual([0.1, 1]);
    expect(past).toEqual([...before.past, before.design]);
  });

  it('is taken back in a step of undo if its start is too long ago', () => {
    const before = run([setCrop(0.1)]);
    const many = [...Array(120).keys()].map((index) => setCrop(index / 1_000));
    const { design, past } = run([setCrop(0.2, 'swap 1'), ...many, cancel(before)], before);

    expect([design.crop, past.length]).toEqual([0.1, 100]);
  });
});
