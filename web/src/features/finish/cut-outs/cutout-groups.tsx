import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Cutout, CutoutNames } from '../../../api/cutouts.ts';
import { groupCutouts, searchCutouts } from '../editor/group-cutouts.ts';
import type { CutoutGroup } from '../editor/group-cutouts.ts';
import { CutoutTile, DeletionMessages } from './cutout-tile.tsx';
import { NamesForm } from './names-form.tsx';
import { useCutoutDeletion } from './use-cutout-deletion.ts';
import type { CutoutNaming } from './use-cutout-names.ts';

interface CutoutGroupsProps {
  /** Newest first. */
  cutouts: readonly Cutout[];
  /** Empty if the creator searches nothing. */
  search: string;
  naming: CutoutNaming;
  onPlace: (cutoutId: string) => void;
}

/** The cut-outs without a person whose forms are open. The other ones open their form with a press. */
const OPEN_FORMS = 3;

/** The cut-outs of the account by person, with the forms that name them. */
export function CutoutGroups({ cutouts, search, naming, onPlace }: CutoutGroupsProps) {
  const box = useRef<HTMLDivElement>(null);
  const deletion = useCutoutDeletion('cut-out', box);
  const persons = useId();
  const [renamed, setRenamed] = useState<string>();
  /** The cut-out whose form has just closed. */
  const [left, setLeft] = useState<{ id: string }>();
  useEffect(() => {
    // The focus stays where the creator has moved it meanwhile.
    if (!left || (document.activeElement?.closest('.cutouts') ?? null) !== null) return;
    const item = box.current?.querySelector(`[data-cutout="${left.id}"]`);
    item?.querySelector<HTMLElement>('.cutout-name, .cutout-place')?.focus();
  }, [left]);

  const labels = new Map(cutouts.map((cutout, index) => [cutout.id, labelCutout(cutout, index + 1)]));
  const groups = groupCutouts(search === '' ? cutouts : searchCutouts(cutouts, search));
  const close = (id: string) => {
    setRenamed(undefined);
    setLeft({ id });
  };
  const renderForm = (cutout: Cutout, canCancel: boolean) => (
    <NamesForm
      key={cutout.id}
      cutout={cutout}
      label={labels.get(cutout.id) ?? ''}
      persons={persons}
      unsaved={naming.unsaved.get(cutout.id)}
      onSave={(names: CutoutNames) => {
        naming.save(cutout.id, names);
        close(cutout.id);
      }}
      onCancel={
        canCancel
          ? () => {
              naming.discard(cutout.id);
              close(cutout.id);
            }
          : undefined
      }
    />
  );
  const isOpen = ({ id }: Cutout) => id === renamed || naming.unsaved.get(id)?.failure !== undefined;
  const renderTile = (cutout: Cutout) => (
    <CutoutTile cutout={cutout} label={labels.get(cutout.id) ?? ''} deletion={deletion} onPlace={onPlace} />
  );
  return (
    <>
      <datalist id={persons}>
        {groupCutouts(cutouts).map(
          ({ person }) => person !== undefined && <option key={person} value={person} />,
        )}
      </datalist>
      <div
        ref={box}
        className="cutout-groups cutouts-scroll"
        role="group"
        aria-label="Your cut-outs"
        tabIndex={-1}
      >
        {groups.map((group) => {
          const open = group.person === undefined ? group.cutouts.slice(0, OPEN_FORMS) : [];
          const tiles = group.cutouts.slice(open.length);
          return (
            <Group key={group.person ?? ''} group={group}>
              {open.map((cutout) => (
                <li key={cutout.id} className="cutout-row" data-cutout={cutout.id}>
                  {renderTile(cutout)}
                  {renderForm(cutout, false)}
                </li>
              ))}
              {tiles.map((cutout) => (
                <li key={cutout.id} data-cutout={cutout.id}>
                  {renderTile(cutout)}
                  <NameButton
                    cutout={cutout}
                    label={labels.get(cutout.id) ?? ''}
                    isOpen={isOpen(cutout)}
                    onOpen={() => setRenamed(cutout.id)}
                  />
                </li>
              ))}
              {tiles.filter(isOpen).map((cutout) => (
                <li key={`${cutout.id}-form`} className="cutout-row">
                  {renderForm(cutout, true)}
                </li>
              ))}
            </Group>
          );
        })}
      </div>
      {cutouts.length === 0 && <p>You have no cut-outs yet. They stay here until you delete them.</p>}
      <p className="visually-hidden" role="status">
        {naming.saved}
      </p>
      <p role="status">{cutouts.length > 0 && groups.length === 0 && 'No cut-out has these words.'}</p>
      <DeletionMessages deletion={deletion} />
    </>
  );
}

/** Names a cut-out in the labels of its buttons. @param number its place in the list, for a cut-out without a name */
function labelCutout({ name, person }: Cutout, number: number): string {
  return [person, name ?? `cut-out ${number}`].filter((text) => text !== undefined).join(', ');
}

interface GroupProps {
  group: CutoutGroup;
  children: ReactNode;
}

/** The cut-outs of one person, below the name of the person and their number. */
function Group({ group: { person, cutouts }, children }: GroupProps) {
  const id = useId();
  return (
    <section className="cutout-group" data-rows={person === undefined}>
      <h3 id={id}>
        {person === undefined ? <span>No person yet</span> : <bdi>{person}</bdi>}{' '}
        <span className="cutout-count">{cutouts.length}</span>
      </h3>
      <ul className="cutout-list" aria-labelledby={id}>
        {children}
      </ul>
    </section>
  );
}

interface NameButtonProps {
  cutout: Cutout;
  label: string;
  isOpen: boolean;
  onOpen: () => void;
}

/** The name of a cut-out, which opens the form of the name. */
const NameButton = ({ cutout: { name }, label, isOpen, onOpen }: NameButtonProps) => (
  <button
    type="button"
    className="cutout-name"
    aria-label={name === undefined ? `Add a name to ${label}` : `Rename ${label}`}
    aria-expanded={isOpen}
    title={name === undefined ? undefined : `Rename ${name}`}
    onClick={onOpen}
  >
    {name === undefined ? <span>Add a name</span> : <bdi>{name}</bdi>}
  </button>
);
