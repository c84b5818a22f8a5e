import { Fragment } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';

const SHORTCUTS = [
  ['Arrow keys', 'Move the layer, with Shift by 10 pixels'],
  ['Ctrl D', 'Duplicate the layer'],
  ['Ctrl C, Ctrl V', 'Copy and paste a layer, also to another thumbnail'],
  ['F2', 'Rename a layer, also with a double click in the list'],
  ['Delete', 'Delete the layer'],
  ['Escape', 'Select no layer'],
  ['Double click', 'Edit the words of a text on the image'],
  ['Ctrl Z', 'Undo'],
  ['Ctrl Shift Z', 'Redo'],
  ['Shift while dragging', 'Move along one axis, turn in steps of 15°'],
  ['Ctrl while dragging', 'Do not snap'],
  ['?', 'Show this list'],
] as const;

/** Lists the keyboard shortcuts of the page. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Shortcuts" onCancel={onClose} cancelLabel="Close">
      <dl className="shortcuts">
        {SHORTCUTS.map(([keys, does]) => (
          <Fragment key={keys}>
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
