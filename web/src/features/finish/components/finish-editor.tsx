import { useMemo, useState, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { CSSProperties } from 'react';
import { DESIGN_LIMITS } from '../../../../../contract/design-limits.ts';
import { Button } from '../../../ui/button.tsx';
import { useCutouts } from '../hooks/use-cutouts.ts';
import { useDesignSaver, useSaveChanges } from '../hooks/use-design-saver.ts';
import { useEditor } from '../hooks/use-editor.ts';
import type { Editor } from '../hooks/use-editor.ts';
import { useExport } from '../hooks/use-export.ts';
import { useFonts } from '../hooks/use-fonts.ts';
import { useRendering } from '../hooks/use-rendering.ts';
import { applyLayout, STARTING_LAYOUTS } from '../model/design/starting-layouts.ts';
import type { TextPlacement } from '../model/design/starting-layouts.ts';
import type { LoadedThumbnail } from '../model/load-thumbnail.ts';
import type { ShownImage } from '../model/saving/draw-preview.ts';
import { useVideoDetails } from '../model/youtube/video-details.ts';
import { DesignCanvas } from './canvas/design-canvas.tsx';
import { ChecksPanel } from './checks/checks-panel.tsx';
import { CutoutButton } from './cutouts/cutout-button.tsx';
import { ExportControl } from './export/export-control.tsx';
import { FinishBar } from './finish-bar.tsx';
import { FinishRail } from './finish-rail.tsx';
import { ConflictDialog } from './saving/conflict-dialog.tsx';
import { YoutubePreview } from './youtube/youtube-preview.tsx';

interface FinishEditorProps {
  userId: string;
  thumbnail: LoadedThumbnail;
}

/** The whole finish page of a thumbnail that has loaded. */
export function FinishEditor({ userId, thumbnail }: FinishEditorProps) {
  const shown = useRef<ShownImage>(undefined);
  const { saver, state: saveState, initial } = useDesignSaver(userId, thumbnail.id, thumbnail.stored, shown);
  const editor = useEditor(initial);
  useSaveChanges(saver, editor.design);
  useUndoKeys(editor);
  const fonts = useFonts(editor.design);
  const [hasBadge, setHasBadge] = useState(true);
  const video = useVideoDetails(thumbnail.id, thumbnail.prompt);

  const { image } = thumbnail;
  const { design } = editor;
  const { list, bitmaps, missing, isLoaded } = useCutouts(userId, design);
  const finished = useMemo(() => ({ image, design, cutouts: bitmaps }), [image, design, bitmaps]);
  useLayoutEffect(() => {
    shown.current = { finished, isLoaded: isLoaded && fonts.loaded > 0 };
  });
  const rendering = useRendering(finished, fonts.loaded);
  const exporting = useExport(finished, rendering, thumbnail.prompt);

  return (
    <>
      <FinishBar prompt={thumbnail.prompt} editor={editor} saveState={saveState}>
        <ExportControl
          finished={finished}
          exporting={exporting}
          thumbnail={thumbnail}
          onCrop={editor.setCrop}
        />
      </FinishBar>
      <div className="finish-layout">
        <section className="finish-canvas" aria-label="Design">
          <DesignCanvas
            editor={editor}
            finished={finished}
            missingCutouts={missing}
            fontsLoaded={fonts.loaded}
            duration={hasBadge ? video.details.duration : undefined}
          />
          <div className="finish-actions">
            <StartingLayouts editor={editor} />
            <BadgeSwitch isOn={hasBadge} onChange={setHasBadge} />
          </div>
          {fonts.error && (
            <p className="finish-problem" role="alert">
              {fonts.error.message}{' '}
              <Button variant="quiet" onClick={fonts.retry}>
                Try again
              </Button>
            </p>
          )}
        </section>
        <FinishRail editor={editor} cutouts={list}>
          <CutoutButton userId={userId} editor={editor} list={list} />
        </FinishRail>
        <ChecksPanel
          design={design}
          rendering={rendering}
          exporting={exporting}
          duration={video.details.duration}
          onFix={editor.change}
        />
      </div>
      <YoutubePreview canvas={rendering?.canvas} details={video.details} onChange={video.change} />
      <p className="visually-hidden" role="status">
        {editor.announcement}
      </p>
      {saveState.status === 'conflict' && (
        <ConflictDialog
          mine={finished}
          theirs={saveState.theirs.design}
          onKeepMine={() => saver.keepMine()}
          onTakeTheirs={() => {
            const theirs = saver.takeTheirs();
            if (theirs) editor.load(theirs);
          }}
        />
      )}
    </>
  );
}

function BadgeSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="switch">
      Duration badge
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its state by itself
        role="switch"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}

/** Ctrl or Cmd with Z undoes, with Shift and Z or with Y redoes. A field outside of the editor keeps its own undo. */
function useUndoKeys({ undo, redo }: Editor): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || hasOwnUndo(event.target)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

const hasOwnUndo = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input, textarea, dialog *') &&
  target.closest('.finish-rail') === null;

/** Buttons that place the texts of the design. */
function StartingLayouts({ editor }: { editor: Editor }) {
  return (
    <div className="starting-layouts" role="group" aria-label="Starting layouts">
      {STARTING_LAYOUTS.map((layout) => (
        <button
          key={layout.id}
          type="button"
          aria-label={layout.label}
          title={layout.label}
          onClick={() => editor.change(applyLayout(editor.design, layout), `${layout.label}.`)}
        >
          {layout.placements.slice(0, 2).map((placement) => (
            <i key={placement.size} style={sketchText(placement)} />
          ))}
        </button>
      ))}
    </div>
  );
}

/** A bar in the place of a text, which is at its side of the layer. */
function sketchText({ x, y, width, align, size }: TextPlacement): CSSProperties {
  const { frameWidth, frameHeight } = DESIGN_LIMITS;
  const length = width * 0.7;
  const shift = { left: -1, center: 0, right: 1 }[align] * ((width - length) / 2);
  return {
    left: percent((x + shift) / frameWidth),
    top: percent(y / frameHeight),
    width: percent(length / frameWidth),
    height: percent(size / frameHeight),
  };
}

const percent = (part: number): string => `${part * 100}%`;
