import { render } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tolerateReplacedTexts } from '../../../web/src/lib/tolerant-dom.ts';

// oxlint-disable-next-line typescript/unbound-method -- They are only restored.
const { removeChild, insertBefore } = Node.prototype;

beforeAll(() => tolerateReplacedTexts());
afterAll(() => void Object.assign(Node.prototype, { removeChild, insertBefore }));

/** A part with a text that is a direct child, without a separate element, as in the components of other vendors. */
const Part = ({ state }: { state: 'text' | 'element' | 'both' }) => (
  <p>
    {state === 'element' ? <b>element</b> : undefined}
    {state === 'both' ? <i>new</i> : undefined}
    {/* oxlint-disable-next-line thumbforge/translatable-text -- The test needs the text that the rule forbids. */}
    {state === 'element' ? undefined : 'text'}
  </p>
);

function translate(text: ChildNode | null | undefined, keepsText: boolean): void {
  const translated = document.createElement('em');
  text?.replaceWith(translated);
  translated.append(keepsText ? (text ?? '') : 'Text');
}

it.each([
  ['inside of another element', true, ['<i>new</i><em>text</em>', '<b>element</b>']],
  ['outside of the document', false, ['<em>Text</em><i>new</i>', '<em>Text</em><b>element</b>']],
])(
  'a text that a translation has put %s neither ends the page when it goes nor when its neighbor comes',
  (_, keepsText, expected) => {
    const { container, rerender } = render(<Part state="text" />);
    const paragraph = container.querySelector('p');
    translate(paragraph?.firstChild, keepsText);

    const found = (['both', 'element'] as const).map((state) => {
      rerender(<Part state={state} />);
      return paragraph?.innerHTML;
    });
    expect(found).toEqual(expected);
  },
);

it('an element that is no child of a node does not leave its own parent', () => {
  const parent = document.createElement('div');
  const child = parent.appendChild(document.createElement('p'));
  expect(document.createElement('div').removeChild(child)).toBe(child);
  expect(child.parentNode).toBe(parent);
});
