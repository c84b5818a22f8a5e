import { expect, it, onTestFinished, vi } from 'vitest';
import { replaceText } from '../../../web/src/features/generator/components/prompt-bar.tsx';

it('replaces the whole text with the command that the browser can undo', () => {
  const field = document.createElement('textarea');
  document.body.append(field);
  const hadCommand = Object.getOwnPropertyDescriptor(document, 'execCommand');
  const execCommand = vi.fn(() => true);
  Object.assign(document, { execCommand });
  onTestFinished(() => {
    field.remove();
    if (hadCommand) Object.defineProperty(document, 'execCommand', hadCommand);
    else Reflect.deleteProperty(document, 'execCommand');
  });
  field.value = 'a castle';

  expect(replaceText(field, 'a city')).toBe(true);
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'a castle'.length]);
  expect(execCommand.mock.calls).toEqual([['insertText', false, 'a city']]);
});
