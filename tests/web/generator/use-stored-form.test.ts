import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useStoredForm } from '../../../web/src/features/generator/hooks/use-stored-input.ts';
import { storedForm } from '../../../web/src/lib/generator-form.ts';
import { ADA, BOB } from '../support/site.tsx';

function open(userId: string | undefined) {
  const hook = renderHook((props) => useStoredForm(props.userId), { initialProps: { userId } });
  return {
    fields: () => hook.result.current[0],
    change: (change: Parameters<(typeof hook.result.current)[1]>[0]) =>
      act(() => hook.result.current[1](change)),
    setUser: (next: string | undefined) => hook.rerender({ userId: next }),
  };
}

it('a form that the user has not changed is empty, and is not stored', () => {
  expect(open(undefined).fields()).toEqual({ negativePrompt: '' });
  expect(open(ADA.id).fields()).toMatchObject({ negativePrompt: '' });

  expect(sessionStorage).toHaveLength(0);
});

it('what is typed while the session is loading replaces the stored form', () => {
  storedForm.save({ userId: ADA.id, negativePrompt: 'blur', model: 'large' });
  const { fields, change, setUser } = open(undefined);
  change({ negativePrompt: 'text' });
  expect(storedForm.load(ADA.id)).toMatchObject({ negativePrompt: 'blur' });
  setUser(ADA.id);

  expect(fields()).toMatchObject({ negativePrompt: 'text', model: 'large' });
  expect(storedForm.load(ADA.id)).toEqual({ userId: ADA.id, negativePrompt: 'text', model: 'large' });
});

it('the form of one user is never shown to the next, or stored for them', () => {
  const { fields, change, setUser } = open(ADA.id);
  change({ negativePrompt: 'blur', model: 'large' });
  setUser(BOB.id);

  expect(fields()).toEqual({ userId: BOB.id, negativePrompt: '' });
  expect(storedForm.load(BOB.id)).toBeUndefined();
});
