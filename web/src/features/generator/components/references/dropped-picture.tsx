import { useEffect, useState } from 'react';
import type { ReferenceUse } from '#contract/reference-use.ts';
import { explain } from '../../../../api/error-sentences.ts';
import { inspectPicture } from '../../../../api/inspect-picture.ts';
import type { InspectedPicture } from '../../../../api/inspect-picture.ts';
import { useSiteConfig } from '../../../../api/site-config.ts';
import { AddPictureIcon, LayersIcon, PersonIcon, PictureIcon } from '../../../../ui/icons.tsx';
import { PictureAnswer, PictureDialog } from '../../../../ui/picture-dialog.tsx';

const ANSWERS = {
  style: {
    icon: <AddPictureIcon />,
    title: 'A style',
    text: 'The next image takes its colours, light and mood.',
  },
  layout: { icon: <LayersIcon />, title: 'A layout', text: 'The next image keeps its composition.' },
} as const;

interface DroppedPictureProps {
  file: File;
  /** The picture is a reference of the next image. */
  onAnswer: (use: ReferenceUse) => void;
  /** The picture is the thumbnail itself. */
  onOwn: () => void;
  onClose: () => void;
}

/** Asks on home what a picture is that was dropped or pasted. Shows nothing until the browser has decoded it. */
export default function DroppedPicture({ file, onAnswer, onOwn, onClose }: DroppedPictureProps) {
  const config = useSiteConfig();
  const [picture, setPicture] = useState<InspectedPicture>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    inspectPicture(file).then(setPicture, (error: unknown) => setProblem(explain(error)));
  }, [file]);
  const settings = config.status === 'success' ? config.data : undefined;
  const uses = settings?.references.images ? settings.referenceModels.map(({ service }) => service) : [];
  if (settings === undefined || (!picture && problem === undefined)) return null;
  return (
    <PictureDialog file={file} picture={picture} onClose={onClose}>
      {picture ? (
        <ul className="picture-answers">
          <PictureAnswer
            icon={<PictureIcon />}
            title="The thumbnail itself"
            text="Crop it to 16:9, then finish it. No AI."
            price="Free"
            onChoose={onOwn}
          />
          {uses.map((use) => (
            <PictureAnswer key={use} {...ANSWERS[use]} price="With Generate" onChoose={() => onAnswer(use)} />
          ))}
          {settings.references.cutouts && (
            <PictureAnswer
              icon={<PersonIcon />}
              title="A cut-out or a logo"
              text="Generate first, then drop it on the finish page."
              price=""
            />
          )}
        </ul>
      ) : (
        <p role="alert">{`${problem}.`}</p>
      )}
    </PictureDialog>
  );
}
