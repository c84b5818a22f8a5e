import { waitFor } from '@testing-library/react';
import { toast } from 'sonner';
import { expect, it, vi } from 'vitest';
import { notify } from '../../../web/src/ui/notify.ts';

const code = vi.hoisted(() => ({ arrive: (): void => undefined, request: (): void => undefined }));
const arrived = vi.hoisted(() => new Promise<void>((resolve) => (code.arrive = resolve)));
const requested = vi.hoisted(() => new Promise<void>((resolve) => (code.request = resolve)));

// Chromium ends several imports of one module in any order. Here the first import ends last: Vitest holds only the first of several
// imports of a replaced module, and gives the others the real one.
vi.mock('../../../web/src/ui/toaster.tsx', async (importOriginal) => {
  code.request();
  await arrived;
  return importOriginal();
});

it('Messages appear in their order when their code arrives after both', async () => {
  const shown: unknown[] = [];
  for (const kind of ['loading', 'success'] as const) {
    vi.spyOn(toast, kind).mockImplementation((text) => shown.push(text));
  }
  await vi.importActual('../../../web/src/ui/toaster.tsx');

  notify.loading('Confirming your payment...', { id: 'purchase' });
  await requested;
  notify.success('10 credits added.', { id: 'purchase' });
  await new Promise((resolve) => setTimeout(resolve));
  code.arrive();

  await waitFor(() => expect(shown).toEqual(['Confirming your payment...', '10 credits added.']));
});
