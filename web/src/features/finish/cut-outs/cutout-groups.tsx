import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import type { Cutout } from '../../../api/cutouts.ts';
import { groupCutouts, searchCutouts } from '../editor/group-cutouts.ts';
import type { CutoutGroup } from '../editor/group-cutouts.ts';
import { CutoutTile, DeletionMessages } from './cutout-tile.tsx';
import { NamesForm } from './names-form.tsx';
import { useCutoutDeletion } from './use-cutout-deletion.ts';
import type { CutoutNaming } from './use-cutout-names.ts';
import { useRenaming } from './use-renaming.ts';

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
  const renaming = useRenaming(naming, box);
  const persons = useId();
  const labels = new Map(cutouts.map((cutout, index) => [cutout.id, labelCutout(cutout, index + 1)]));
  const shared = (cutout: Cutout) => ({ cutout, label: labels.get(cutout.id) ?? '' });
  const groups = groupCutouts(search === '' ? cutouts : searchCutouts(cutouts, search));
  return (
    <>
      <datalist id={persons}>
        {groupCutouts(cutouts).map(
          ({ person }) =>
            person !== undefined && (
              <option key={person} value={person}>
                {person}
              </option>
            ),
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
                  <CutoutTile {...shared(cutout)} deletion={deletion} onPlace={onPlace} />
                  <NamesForm {...shared(cutout)} persons={persons} {...renaming.forForm(cutout)} />
                </li>
              ))}
              {tiles.map((cutout) => (
                <li key={cutout.id} data-cutout={cutout.id}>
                  <CutoutTile {...shared(cutout)} deletion={deletion} onPlace={onPlace} />
                  <NameButton {...shared(cutout)} {...renaming.forButton(cutout.id)} />
                </li>
              ))}
              {tiles
                .filter(({ id }) => renaming.isOpen(id))
                .map((cutout) => (
                  <li key={`${cutout.id}-form`} className="cutout-row">
                    <NamesForm
                      {...shared(cutout)}
                      persons={persons}
                      {...renaming.forForm(cutout)}
                      onCancel={() => renaming.cancel(cutout.id)}
                    />
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
      <p className="cutout-message" role="status">
        {naming.delay}
      </p>
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
