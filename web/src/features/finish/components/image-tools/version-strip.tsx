import type { ThumbnailEdit } from '../../../../../../contract/edit-schemas.ts';
import type { Editor } from '../../hooks/use-editor.ts';
import type { ImageTools } from '../../hooks/image-tools/use-image-tools.ts';
import { nameEdit } from '../../model/image-tools/name-edit.ts';
import { findEdit, showVersion } from '../../model/image-tools/versions.ts';
import { Slider } from '../controls/slider.tsx';

interface VersionStripProps {
  editor: Editor;
  tools: ImageTools;
}

/** The original and each edit. Choosing one is a step of undo. */
export function VersionStrip({ editor, tools: { versions, settings, change } }: VersionStripProps) {
  const { list, url } = versions;
  const { image } = editor.design;
  const chosen = findEdit(list, image);
  const choose = (edit: ThumbnailEdit | undefined, name: string) => {
    change({ compared: 0 });
    editor.showVersion(
      (design) => showVersion(design, edit, list),
      `${name} is shown. Undo brings the version before it back.`,
    );
  };
  return (
    <>
      <div className="rail-head">
        <h2>Versions</h2>
      </div>
      <ul className="version-strip" aria-label="Versions of the image">
        <Version name="Original" src={url} isChosen={!chosen} onChoose={(name) => choose(undefined, name)} />
        {list.edits.map((edit) => (
          <Version
            key={edit.id}
            name={nameEdit(edit.operation)}
            src={edit.previewURL ?? edit.imageURL}
            isChosen={edit.id === image}
            onChoose={(name) => choose(edit, name)}
          />
        ))}
      </ul>
      {chosen && settings.tool === undefined && (
        <Slider
          label="Before"
          value={settings.compared}
          least={0}
          most={100}
          valueText={`${settings.compared}% of the image shows the version before`}
          onChange={(compared) => change({ compared })}
        />
      )}
    </>
  );
}

interface VersionProps {
  name: string;
  src: string;
  isChosen: boolean;
  onChoose: (name: string) => void;
}

const Version = ({ name, src, isChosen, onChoose }: VersionProps) => (
  <li>
    <button
      type="button"
      aria-label={`Version ${name}`}
      aria-pressed={isChosen}
      onClick={() => !isChosen && onChoose(name)}
    >
      <img src={src} alt="" loading="lazy" />
      <span dir="auto">{name}</span>
    </button>
  </li>
);
