import { lazy, useRef } from 'react';
import type { ReactNode } from 'react';
import type { Layer } from '#contract/design/design.ts';
import { TrashIcon } from '../../../ui/action-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import type { Checks } from '../checks/use-checks.ts';
import { countLooks } from '../languages/language-status.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { AddMenu } from '../layers/add-menu.tsx';
import { LayerControls } from '../layers/layer-controls.tsx';
import { LayerList } from '../layers/layer-list.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { CopyIcon, PenIcon } from '../editor/icons.tsx';
import { findLimit, kindName } from '../editor/edit-design.ts';

const AddLanguage = lazy(() => import('../languages/add-language.tsx'));
const LanguagesPanel = lazy(() => import('../languages/languages-panel.tsx'));

interface SuggestionsProps {
  /** The control that suggests titles and headlines. */
  suggestions: ReactNode;
}

interface ChecksProps {
  checks: Checks;
}

/** The layers with the controls of the selected layer, or the languages. */
export default function DesignPanel({ suggestions, checks }: SuggestionsProps & ChecksProps) {
  const { showShortcuts } = useFinishPage();
  const { languages } = useEditedDesign();
  return (
    <div className="design-panel" data-edits-design>
      <div className="rail-head">
        <PanelSwitch checks={checks} />
        {languages?.isOpen ? (
          <LazyPart>
            <AddLanguage />
          </LazyPart>
        ) : (
          <>
            <Button variant="quiet" className="rail-shortcuts" onClick={() => showShortcuts(true)}>
              <span className="visually-hidden">Shortcuts</span> <kbd>?</kbd>
            </Button>
            <AddMenu />
          </>
        )}
      </div>
      {languages?.isOpen ? (
        <LazyPart>
          <LanguagesPanel checks={checks} />
        </LazyPart>
      ) : (
        <Layers suggestions={suggestions} />
      )}
    </div>
  );
}

function Layers({ suggestions }: SuggestionsProps) {
  const { editor, rename } = useEditedDesign();
  const { design, selected } = editor;
  const list = useRef<HTMLOListElement>(null);
  return (
    <>
      <section aria-label="Layers">
        <p className="rail-limit">{findLimit(design, 'shape') ?? findLimit(design, 'text')}</p>
        <LayerList ref={list} />
      </section>
      {selected && (
        <SelectedLayer
          key={selected.id}
          layer={selected}
          suggestions={selected.kind === 'text' && suggestions}
          onRename={() => rename(selected.id)}
          onDelete={() => {
            list.current?.focus(); // The pressed button goes away with the layer.
            editor.remove(selected);
          }}
        />
      )}
    </>
  );
}

/** Shows the layers, or the languages with the number of those that need a look. */
function PanelSwitch({ checks }: ChecksProps) {
  const { editor, languages } = useEditedDesign();
  const looks = countLooks(editor.original, checks);
  return (
    <Segmented
      label="Layers or languages"
      options={[
        { value: 'layers', label: 'Layers' },
        {
          value: 'languages',
          label: looks === 0 ? 'Languages' : `Languages, ${looks} ${looks === 1 ? 'needs' : 'need'} a look`,
          content: (
            <>
              <span>Languages</span>
              {looks > 0 && <span className="language-count">{looks}</span>}
            </>
          ),
        },
      ]}
      value={languages?.isOpen ? 'languages' : 'layers'}
      onChange={(panel) => languages?.open(panel === 'languages')}
    />
  );
}

interface SelectedLayerProps extends SuggestionsProps {
  layer: Layer;
  onRename: () => void;
  onDelete: () => void;
}

function SelectedLayer({ layer, suggestions, onRename, onDelete }: SelectedLayerProps) {
  const { editor, fitWords } = useEditedDesign();
  const name = editor.nameLayer(layer);
  return (
    <section aria-label={`Settings of ${name}`}>
      <div className="rail-head">
        <h2>{kindName(layer)}</h2>
        {suggestions}
        <IconButton aria-label={`Rename ${name}`} title="Rename (F2)" onClick={onRename}>
          <PenIcon />
        </IconButton>
        <IconButton
          aria-label={`Duplicate ${name}`}
          title="Duplicate (Ctrl D)"
          disabled={findLimit(editor.design, layer.kind) !== undefined}
          onClick={() => editor.duplicate(layer)}
        >
          <CopyIcon />
        </IconButton>
        <IconButton aria-label={`Delete ${name}`} title="Delete (Del)" onClick={onDelete}>
          <TrashIcon />
        </IconButton>
      </div>
      <LayerControls
        layer={layer}
        onChange={(changes, field) =>
          editor.update(layer.id, layer.kind === 'text' ? fitWords(layer, changes) : changes, field)
        }
      />
    </section>
  );
}
