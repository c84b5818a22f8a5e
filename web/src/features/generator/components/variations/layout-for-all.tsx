import { useId, useState } from 'react';
import { composeFailure } from '../../../../api/error-sentences.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { LayersIcon } from '../../../../ui/icons.tsx';
import { notify } from '../../../../ui/notify.ts';
import { Spinner } from '../../../../ui/spinner.tsx';
import { planLayout } from './apply-layout.ts';
import type { LayoutPlan } from './apply-layout.ts';
import '../../../../ui/popover-menu.css';
import './layout-for-all.css';

interface LayoutForAllProps {
  userId: string;
  /** The ids of the versions that are ready, by their names, e.g. `Version 2`. */
  versions: ReadonlyMap<string, string>;
  finishedIds: readonly string[];
  /** The version in the viewer. Its layout is used if it is finished. */
  shownId?: string | undefined;
  variant?: 'outline' | 'quiet';
  /** Runs when designs have changed. */
  onChange: () => void;
}

/** Gives the layout of a finished version to the others. A version that is finished itself is changed only if the creator says so. */
export function LayoutForAll({
  userId,
  versions,
  finishedIds,
  shownId,
  variant = 'outline',
  onChange,
}: LayoutForAllProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [asked, setAsked] = useState<LayoutPlan>();
  const menuId = useId();
  const nameOf = (id: string) => (versions.get(id) ?? '').toLowerCase();

  const run = async (work: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      const message = composeFailure('The layout was not used', error);
      if (message !== undefined) notify.error(message);
    }
    setIsBusy(false);
  };
  const apply = async (plan: LayoutPlan, ids: readonly string[]) => {
    if (ids.length === 0) return;
    try {
      await plan.apply(ids);
    } finally {
      onChange();
    }
    notify.success(
      ids.length === 1 ? 'The layout is on the other version.' : 'The layout is on all versions.',
    );
  };
  const start = (sourceId: string) =>
    void run(async () => {
      const plan = await planLayout(userId, sourceId, [...versions.keys()]);
      if (plan.finished.length > 0) setAsked(plan);
      else await apply(plan, plan.unfinished);
    });
  const answer = (plan: LayoutPlan, ids: readonly string[]) => {
    setAsked(undefined);
    void run(() => apply(plan, ids));
  };

  const isShownFinished = shownId !== undefined && finishedIds.includes(shownId);
  const first = isShownFinished ? shownId : finishedIds[0];
  if (first === undefined || versions.size < 2) return undefined;
  const hasChoice = finishedIds.length > 1 && !isShownFinished;
  const label = isShownFinished ? 'Use this layout for all' : `Use the layout of ${nameOf(first)} for all`;
  return (
    <>
      <Button
        variant={variant}
        disabled={isBusy}
        {...(hasChoice ? { popoverTarget: menuId } : { onClick: () => start(first) })}
      >
        {isBusy ? <Spinner /> : <LayersIcon />} <span>{hasChoice ? 'Use one layout for all' : label}</span>
      </Button>
      {hasChoice && (
        <div id={menuId} className="popover-menu layout-menu" popover="auto">
          {finishedIds.map((id) => (
            <button
              key={id}
              type="button"
              popoverTarget={menuId}
              popoverTargetAction="hide"
              onClick={() => start(id)}
            >
              <span>{`The layout of ${nameOf(id)}`}</span>
            </button>
          ))}
        </div>
      )}
      {asked && (
        <ReplaceDialog plan={asked} nameOf={nameOf} onCancel={() => setAsked(undefined)} onAnswer={answer} />
      )}
    </>
  );
}

interface ReplaceDialogProps {
  plan: LayoutPlan;
  /** Names a version in a sentence, e.g. `version 2`. */
  nameOf: (id: string) => string;
  onCancel: () => void;
  onAnswer: (plan: LayoutPlan, ids: readonly string[]) => void;
}

/** Asks whether finished versions also get the layout. */
const ReplaceDialog = ({ plan, nameOf, onCancel, onAnswer }: ReplaceDialogProps) => (
  <Dialog
    title="Replace finished layouts?"
    isWarning
    onCancel={onCancel}
    cancelLabel="Cancel"
    actions={
      <>
        <Button variant="primary" onClick={() => onAnswer(plan, [...plan.unfinished, ...plan.finished])}>
          Replace
        </Button>
        {plan.unfinished.length > 0 && (
          <Button variant="outline" onClick={() => onAnswer(plan, plan.unfinished)}>
            Only the others
          </Button>
        )}
      </>
    }
  >
    <p>
      {`Already finished: ${plan.finished.map(nameOf).join(' and ')}. Replace takes the new layout and keeps the words.`}
    </p>
  </Dialog>
);
