import { lazy, useEffect, useId, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { useCredits } from '../../../api/read-credits.ts';
import { formatCredits } from '../../../lib/format.ts';
import { PATHS } from '../../../lib/paths.ts';
import { imageSize } from '../../../lib/render/finished-image.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { useEditedImage } from './image-context.ts';
import { createOperation, findCost, hasMask, namesThing } from './offers.ts';
import type { Offer } from './offers.ts';
import { planFill } from './placement.ts';
import type { SettingsProps, Tool, ToolSettings } from './tool-settings.ts';

const loadPainting = () => import('./painting.tsx');
const loadMove = () => import('./move-tool.tsx');
const Painting = lazy(loadPainting);
const MoveTool = lazy(loadMove);

/** Loads the tools that need no server in advance, so that they also work after the connection is lost. */
export function useLoadedTools(): void {
  useEffect(() => {
    for (const load of [loadPainting, loadMove]) load().catch(() => undefined);
  }, []);
}

interface ActiveToolProps {
  settings: ToolSettings;
  offer: Offer;
  isUpscaled: boolean;
}

/** The inputs of the tool in use, and the button that starts its edit. */
export function ActiveTool({ settings, offer, isUpscaled }: ActiveToolProps) {
  const { thumbnail } = useFinishPage();
  const { editor, finished } = useEditedDesign();
  const { imageTools, picture } = useEditedImage();
  const { change, versions, edits } = imageTools;
  const props = { picture, finished, settings, change };
  const [problem, setProblem] = useState<string>();
  const size = imageSize(finished.image);
  const fill = planFill(size, editor.design.crop, settings.placement);
  const { operation, missing } = createOperation(settings, fill, size);
  const done = offer.tool === 'upscale' && isUpscaled ? 'This version is 4K already.' : undefined;

  const start = async () => {
    try {
      const baseId = versions.base?.id ?? thumbnail.id;
      await edits.start(async () => ({
        baseId,
        operation: await operation(),
        ...(offer.tool === 'move' && { shows: { crop: fill.crop, adjustments: fill.adjustments } }),
      }));
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : undefined);
    }
  };

  return (
    <div className="tool-controls">
      <p className="tool-hint">{done ?? offer.hint}</p>
      {offer.tool === 'replace' && offer.services.length > 1 && (
        <Button variant="quiet" onClick={() => change({ byWords: !settings.byWords })}>
          {settings.byWords ? 'Paint the area instead' : 'Name the thing instead'}
        </Button>
      )}
      <LazyPart>
        {hasMask(settings) && <Painting {...props} />}
        {offer.tool === 'move' && <MoveTool {...props} />}
      </LazyPart>
      <WordControls settings={settings} change={change} />
      {problem !== undefined && (
        <p className="finish-problem" role="alert">
          {problem}
        </p>
      )}
      <EditAction
        action={offer.action ?? offer.label}
        cost={findCost(offer, settings)}
        missing={done ?? missing}
        isBusy={edits.isBusy}
        onStart={() => void start()}
      />
    </div>
  );
}

const PROMPT_LABELS: Partial<Record<Tool, string>> = {
  replace: 'What should be there',
  recolor: 'New colour',
  move: 'What is there (optional)',
};

const PLACEHOLDERS: Partial<Record<Tool, string>> = {
  replace: 'a red sports car',
  recolor: 'red',
  move: 'a quiet sea',
};

/** The words of a tool that needs some. */
function WordControls({ settings, change }: SettingsProps) {
  const { tool, find, prompt } = settings;
  const label = tool && PROMPT_LABELS[tool];
  if (tool === undefined || label === undefined) return null;
  return (
    <>
      {namesThing(settings) && (
        <TextField
          label={tool === 'recolor' ? 'Thing' : 'Thing to replace'}
          value={find}
          maxLength={LIMITS.editFindLength}
          placeholder="the flags"
          onChange={(value) => change({ find: value })}
        />
      )}
      <TextField
        label={label}
        value={prompt}
        maxLength={LIMITS.promptLength}
        placeholder={PLACEHOLDERS[tool]}
        onChange={(value) => change({ prompt: value })}
      />
    </>
  );
}

interface EditActionProps {
  /** The label of the button. */
  action: string;
  /** The price of the edit, in credits. */
  cost: number;
  /** The step that the creator must do before the edit can start. Undefined if the edit can start. */
  missing: string | undefined;
  isBusy: boolean;
  onStart: () => void;
}

/** The price, and the button that starts the edit. Without the credits, the way to more of them. */
function EditAction({ action, cost, missing, isBusy, onStart }: EditActionProps) {
  const credits = useCredits(useFinishPage().userId);
  const priceId = useId();
  const isShort = credits.status === 'success' && credits.data < cost;
  return (
    <>
      <div className="tool-action">
        <span id={priceId}>{formatCredits(cost)}</span>
        {isShort ? (
          <LinkButton variant="primary" to={PATHS.buyCredits}>
            Buy Credits
          </LinkButton>
        ) : (
          // A disabled button would lose the focus when the last stroke is undone.
          <Button
            variant="primary"
            aria-disabled={missing !== undefined || isBusy}
            aria-describedby={priceId}
            onClick={() => missing === undefined && !isBusy && onStart()}
          >
            {isBusy && <Spinner />} <span>{action}</span>
          </Button>
        )}
      </div>
      {isShort ? (
        <p
          className="tool-hint"
          role="status"
        >{`You have ${formatCredits(credits.data)}. This needs ${formatCredits(cost)}.`}</p>
      ) : (
        missing !== undefined && <p className="tool-hint">{missing}</p>
      )}
    </>
  );
}
