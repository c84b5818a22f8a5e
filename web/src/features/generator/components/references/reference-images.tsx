import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { ReferenceUse } from '#contract/reference-use.ts';
import { describeUnreadable, UnusableImageError } from '../../../../api/prepare-image.ts';
import { ReferenceUpload } from '../../../../api/reference-upload.ts';
import { useSiteConfig } from '../../../../api/site-config.ts';
import { usePrivacyUrl } from '../../../../api/use-privacy-url.ts';
import { useConsent } from '../../../../lib/use-consent.ts';
import { ConsentDialog } from '../../../../ui/consent-dialog.tsx';
import { notify } from '../../../../ui/notify.ts';
import type { Reference } from '../../hooks/use-reference.ts';
import type { LocalImage } from '../../../../generations/generation.ts';
import { PURPOSES } from './purpose-menu.tsx';
import type { Purpose } from './purpose-menu.tsx';
import { ReferenceImage } from './reference-image.tsx';
import './reference-images.css';

export interface AddedImage {
  image: LocalImage;
  /** The purpose that the creator has named, when the image was dropped. @default Style, if no other image has a purpose */
  use: ReferenceUse | undefined;
}

export interface ReferenceImagesProps {
  /** Undefined for a visitor, and while the session is loading. */
  userId: string | undefined;
  reference: Reference;
  /** The first of the images that were added last. */
  added: AddedImage | undefined;
  onRemove: (image: LocalImage) => void;
}

/** The chosen images with their purposes. At most one has a purpose, and only that one is uploaded. */
export function ReferenceImages({ userId, reference, added, onRemove }: ReferenceImagesProps) {
  const { images, image: assigned, preferred } = reference;
  const config = useSiteConfig();
  const consent = useConsent(userId);
  const privacyUrl = usePrivacyUrl();
  const [asking, setAsking] = useState<{ image: LocalImage; use: ReferenceUse }>();

  const services =
    config.status === 'success' && config.data.references.images ? config.data.referenceModels : [];
  const offered: Purpose[] = ['none', ...services.map(({ service }) => service)];

  function assign(image: LocalImage, use: ReferenceUse) {
    if (userId === undefined) return;
    assigned?.upload.cancel();
    const upload = new ReferenceUpload(image.file, use, userId);
    reference.assign({ userId, image, use, upload });
    upload.getId().catch((error: unknown) => {
      // The image shows every other error and offers a retry.
      if (!(error instanceof UnusableImageError)) return;
      notify.error(error.message);
      reference.dropUpload(upload);
    });
  }

  function unassign() {
    assigned?.upload.cancel();
    reference.assign(undefined);
  }

  function choose(image: LocalImage, purpose: Purpose) {
    const current = assigned?.image === image ? assigned.use : 'none';
    if (purpose === current) return;
    if (purpose === 'none') unassign();
    else if (consent.isGiven) assign(image, purpose);
    else setAsking({ image, use: purpose });
  }

  useAddedImage(userId !== undefined && services.length > 0 ? added : undefined, ({ image, use }) => {
    const purpose = use ?? (assigned ? 'none' : DEFAULT_USE);
    if (offered.includes(purpose)) choose(image, purpose);
  });

  return (
    <>
      <ul className="references-list">
        {images.map((image, index) => (
          <ReferenceImage
            key={index}
            image={image}
            name={`reference ${index + 1}`}
            assigned={assigned?.image === image ? assigned : undefined}
            isSetAside={preferred === 'video'}
            offered={offered}
            isSignedIn={userId !== undefined}
            hasCutouts={config.status === 'success' && config.data.references.cutouts}
            onChoose={(purpose) => choose(image, purpose)}
            onRemove={() => {
              if (assigned?.image === image) unassign();
              onRemove(image);
            }}
          />
        ))}
      </ul>
      {assigned && preferred && preferred !== 'series' && (
        <ReferenceChoice
          preferred={preferred}
          imageLabel={`${PURPOSES[assigned.use].label} from reference ${images.indexOf(assigned.image) + 1}`}
          onPrefer={reference.setPreferred}
        />
      )}
      {asking && (
        <ConsentDialog
          privacyUrl={privacyUrl}
          onConfirm={() => {
            setAsking(undefined);
            consent.give();
            assign(asking.image, asking.use);
          }}
          onCancel={() => setAsking(undefined)}
        >
          only for the thumbnails that you make with them
        </ConsentDialog>
      )}
    </>
  );
}

/** The purpose of an image that is added while no other image has a purpose. */
const DEFAULT_USE = 'style';

/** Calls `onAdded` once for each added image: as soon as the session and the settings have loaded. */
function useAddedImage(added: AddedImage | undefined, onAdded: (added: AddedImage) => void): void {
  const last = useRef<AddedImage>(undefined);
  const report = useEffectEvent(onAdded);
  useEffect(() => {
    if (added === undefined || added === last.current) return;
    last.current = added;
    report(added);
  }, [added]);
}

interface ReferenceChoiceProps {
  preferred: 'video' | 'image';
  /** Names the image and its purpose. */
  imageLabel: string;
  onPrefer: (preferred: 'video' | 'image') => void;
}

/** Shown when there is a link and an image with a purpose: a thumbnail has one reference. */
function ReferenceChoice({ preferred, imageLabel, onPrefer }: ReferenceChoiceProps) {
  const name = useId();
  const option = (kind: 'video' | 'image', label: string) => (
    <label>
      <input type="radio" name={name} checked={preferred === kind} onChange={() => onPrefer(kind)} />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset className="reference-choice">
      <legend>One reference for each thumbnail</legend>
      {option('video', 'Style from the video')}
      {option('image', imageLabel)}
    </fieldset>
  );
}

interface ReadImages {
  /** The images in the order of their files. */
  read: LocalImage[];
  /** Why the other files cannot be used, as sentences. */
  unreadable: string[];
}

/** Reads files as data URLs. Nothing leaves the browser. */
export async function readImages(files: File[]): Promise<ReadImages> {
  const results = await Promise.allSettled(files.map(readImage));
  return {
    read: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    unreadable: files
      .filter((_, index) => results[index]?.status === 'rejected')
      .map((file) => `${describeUnreadable(file)}.`),
  };
}

/** Decodes the image too: a damaged file has the type of an image. */
async function readImage(file: File): Promise<LocalImage> {
  const src = await readDataUrl(file);
  await Object.assign(new Image(), { src }).decode();
  return { file, src };
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const { result } = reader;
      if (typeof result === 'string' && result.startsWith('data:image/')) resolve(result);
      else reject(new TypeError(`${file.name} is not an image`));
    };
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} could not be read`));
    reader.readAsDataURL(file);
  });
}
