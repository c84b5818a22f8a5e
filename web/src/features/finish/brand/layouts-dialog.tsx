import { useId, useRef, useState } from 'react';
import type { Layout } from '#contract/design/brand.ts';
import type { Layer } from '#contract/design/design.ts';
import { LIMITS } from '#contract/limits.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import { replaceControls } from '../../../lib/replace-controls.ts';
import { TrashIcon } from '../../../ui/action-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EarlyAccess } from '../../../ui/early-access.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { notify } from '../../../ui/notify.ts';
import { useFinishPage } from '../editor/page-context.ts';
import type { BrandKit } from './use-brand.ts';
import type { Cutouts } from '../editor/use-cutouts.ts';
import { findLayoutLimit, putLayout, removeLayout } from './edit-brand.ts';
import { textName } from '../editor/edit-design.ts';
import { keepPlaces, PlaceChoices } from './place-choices.tsx';
import { hasMissing, SavedLayoutPicture, useLayoutCutouts } from './saved-layouts.tsx';
import './layouts-dialog.css';

interface LayoutsDialogProps {
  kit: BrandKit;
  /** The layers to save as a new layout. Undefined if the dialog only renames and deletes layouts. */
  layers: Layout['layers'] | undefined;
  onClose: () => void;
}

/** Saves a layout, and renames and deletes saved layouts. */
export default function LayoutsDialog({ layers, ...props }: LayoutsDialogProps) {
  return layers ? <NewLayoutDialog layers={layers} {...props} /> : <SavedLayoutsDialog {...props} />;
}

type ListProps = Omit<LayoutsDialogProps, 'layers'>;

const SavedLayoutsDialog = (props: ListProps) => (
  <Dialog title="Your layouts" onCancel={props.onClose} cancelLabel="Done">
    <LayoutRows kit={props.kit} />
    {props.kit.brand.layouts.length === 0 && <p>You have no layouts any more.</p>}
  </Dialog>
);

function NewLayoutDialog({ layers, kit, onClose }: ListProps & { layers: Layout['layers'] }) {
  const form = useId();
  const [layout, setLayout] = useState(() => createLayout(layers));
  const [isSaving, setSaving] = useState(false);
  const limit = findLayoutLimit(kit.brand, layout);
  const name = layout.name.trim();
  const save = async () => {
    setSaving(true);
    const isSaved = await kit.change(putLayout({ ...layout, name }));
    setSaving(false);
    if (!isSaved) return;
    onClose();
    notify.success(`${name} saved as a layout.`);
  };
  const canSave = limit === undefined && !isSaving && name !== '';
  return (
    <Dialog
      title="Save as layout"
      onCancel={onClose}
      cancelLabel="Cancel"
      actions={
        <Button variant="primary" type="submit" form={form} disabled={!canSave}>
          Save layout
        </Button>
      }
    >
      {kit.isEarly && <EarlyAccess />}
      <form
        id={form}
        className="new-layout"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) void save();
        }}
      >
        <p>Keeps the texts, their fonts, edges and plates, the shapes, the cut-outs and all positions.</p>
        <PlaceChoices layers={layout.layers} onChange={(next) => setLayout({ ...layout, layers: next })} />
        <TextField
          label="Name"
          error={limit}
          dir="auto"
          value={layout.name}
          maxLength={LIMITS.layoutNameLength}
          onChange={(value) => setLayout({ ...layout, name: value })}
        />
      </form>
      {limit !== undefined && <LayoutRows kit={kit} />}
    </Dialog>
  );
}

function LayoutRows({ kit }: { kit: BrandKit }) {
  const { userId } = useFinishPage();
  const { layouts } = kit.brand;
  const cutouts = useLayoutCutouts(userId, layouts);
  const list = useRef<HTMLUListElement>(null);
  const remove = async (layout: Layout) => {
    list.current?.focus(); // The pressed button goes away with its row.
    const undo = { label: 'Undo', onClick: () => void kit.change(putLayout(layout)) };
    if (await kit.change(removeLayout(layout.id)))
      notify.success(`${layout.name} deleted.`, { id: layout.id, action: undo });
  };
  return (
    <ul ref={list} className="layout-rows" tabIndex={-1} aria-label="Saved layouts">
      {layouts.map((layout) => (
        <LayoutRow
          key={layout.id}
          layout={layout}
          kit={kit}
          cutouts={cutouts}
          onDelete={() => void remove(layout)}
        />
      ))}
    </ul>
  );
}

/** A layout is named by its first words, until the creator names it. The words in other languages belong to the thumbnail. */
function createLayout(layers: Layout['layers']): Layout {
  const text = layers.find((layer) => layer.kind === 'text');
  const name = text === undefined ? 'My layout' : textName(text).slice(0, LIMITS.layoutNameLength);
  return {
    id: crypto.randomUUID(),
    name: name.toWellFormed(),
    layers: keepPlaces(layers.map(removeTranslations)),
  };
}

function removeTranslations(layer: Layer): Layer {
  if (layer.kind !== 'text') return layer;
  const { translations: _words, ...rest } = layer;
  return rest;
}

interface LayoutRowProps {
  layout: Layout;
  kit: BrandKit;
  cutouts: Cutouts;
  onDelete: () => void;
}

function LayoutRow({ layout, kit, cutouts, onDelete }: LayoutRowProps) {
  const [name, setName] = useState(layout.name);
  const rename = () => {
    const next = name.trim();
    if (!hasVisibleCharacter(next)) setName(layout.name);
    else if (next !== layout.name) void kit.change(putLayout({ ...layout, name: next }));
  };
  return (
    <li>
      <SavedLayoutPicture layout={layout} layouts={kit.brand.layouts} cutouts={cutouts} />
      <input
        className="field-box"
        aria-label={`Name of ${layout.name}`}
        dir="auto"
        value={name}
        maxLength={LIMITS.layoutNameLength}
        onChange={({ currentTarget }) => setName(replaceControls(currentTarget.value))}
        onBlur={rename}
        onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !isComposing(nativeEvent) && rename()}
      />
      <IconButton aria-label={`Delete ${layout.name}`} title="Delete" onClick={onDelete}>
        <TrashIcon />
      </IconButton>
      {hasMissing(layout, cutouts) && <p>A cut-out was deleted. It is left out until you choose another.</p>}
    </li>
  );
}
