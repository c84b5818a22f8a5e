import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Dialog } from '../../../web/src/ui/dialog.tsx';
import { notify } from '../../../web/src/ui/notify.ts';
import Toaster from '../../../web/src/ui/toaster.tsx';

/** @param isBusy the dialog cannot be cancelled */
function Page({ isBusy = false }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <StrictMode>
      {isOpen && (
        <Dialog title="Delete?" actions={null} onCancel={() => setIsOpen(isBusy)}>
          The settings are deleted.
        </Dialog>
      )}
      <Toaster />
    </StrictMode>
  );
}

const dialog = () => screen.getByRole<HTMLDialogElement>('dialog', { name: 'Delete?' });

describe('a message that is sent while a dialog is open', () => {
  it('stands in the dialog, because everything outside of it is inert', async () => {
    render(<Page />);
    act(() => notify.error('It failed.'));
    await waitFor(() => expect(within(dialog()).getByRole('alert').textContent).toBe('It failed.'));
    expect(screen.getAllByText('It failed.')).toHaveLength(1);

    act(() => notify.info('Nothing was sent.'));
    await waitFor(() => expect(within(dialog()).getByRole('status').textContent).toBe('Nothing was sent.'));
    expect(within(dialog()).getByRole('alert').textContent).toBe('');
  });

  it('also stays after the dialog if it continues another message', async () => {
    render(<Page />);
    act(() => notify.success('10 credits added.', { id: 'purchase' }));
    await waitFor(() => expect(screen.getAllByText('10 credits added.')).toHaveLength(2));
    act(() => dialog().close());

    await waitFor(() => expect(screen.getAllByText('10 credits added.')).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a dialog that the browser closes by itself', () => {
  it('is cancelled', () => {
    render(<Page />);
    act(() => dialog().close());

    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens again while it cannot be cancelled', () => {
    render(<Page isBusy />);
    fireEvent(dialog(), new Event('cancel', { cancelable: true }));
    act(() => dialog().close());

    expect(dialog().open).toBe(true);
  });
});
