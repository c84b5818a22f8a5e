import type { ThumbnailEdit } from '../../../../../../contract/edit-schemas.ts';
import type { Versions } from '../../hooks/use-versions.ts';
import { describeEdit } from '../../model/edits/edit-operations.ts';

interface VersionStripProps {
  /** Of the original. */
  previewUrl: string;
  versions: Versions;
  /** @param id undefined for the original. */
  onChoose: (id: string | undefined, name: string) => void;
}

/** The original and each edit, with what it did. */
export function VersionStrip({ previewUrl, versions: { edits, edit }, onChoose }: VersionStripProps) {
  const oldestFirst = edits.toReversed();
  return (
    <div className="version-strip" role="group" aria-label="Versions">
      <Version
        src={previewUrl}
        name="Original"
        isShown={!edit}
        onChoose={() => onChoose(undefined, 'Original')}
      />
      {oldestFirst.map((each) => (
        <Version
          key={each.id}
          src={previewOf(each)}
          name={describeEdit(each)}
          isShown={each.id === edit?.id}
          onChoose={() => onChoose(each.id, describeEdit(each))}
        />
      ))}
    </div>
  );
}

const previewOf = ({ previewURL, imageURL }: ThumbnailEdit) => previewURL ?? imageURL;

interface VersionProps {
  src: string;
  name: string;
  isShown: boolean;
  onChoose: () => void;
}

const Version = ({ src, name, isShown, onChoose }: VersionProps) => (
  <button type="button" className="version" aria-pressed={isShown} onClick={onChoose} title={name}>
    <img src={src} alt="" width={96} height={54} loading="lazy" />
    <span>{name}</span>
  </button>
);
