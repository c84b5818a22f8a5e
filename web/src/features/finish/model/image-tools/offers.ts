import type { EditOperation } from '#contract/endpoints/edit-schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import type { EditService } from '#contract/model-pool.ts';
import type { SiteConfig } from '#contract/site-config.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import type { Size } from '../../../../lib/export/frame.ts';
import { encodeMask } from './encode-mask.ts';
import { rasterize } from './mask.ts';
import type { Fill } from './placement.ts';
import type { Tool, ToolSettings } from './tool-settings.ts';

/** A tool that the stage offers. */
export interface Offer {
  tool: Tool;
  label: string;
  /** The label of the button that starts it. @default the label of the tool */
  action?: string;
  hint: string;
  /** What makes the edit: by painting an area or, as the second one of Replace, by naming the thing. */
  services: SiteConfig['edits'];
}

const TOOLS: readonly (Omit<Offer, 'services'> & { services: readonly EditService[] })[] = [
  {
    tool: 'erase',
    label: 'Erase',
    hint: 'Paint over what should go. The rest of the image stays exactly as it is.',
    services: ['erase'],
  },
  {
    tool: 'replace',
    label: 'Replace',
    hint: 'Say what should be there instead.',
    services: ['inpaint', 'replace'],
  },
  {
    tool: 'recolor',
    label: 'Recolour',
    hint: 'Name a thing and its new colour.',
    services: ['recolor'],
  },
  {
    tool: 'move',
    label: 'Move',
    action: 'Fill',
    hint: 'Drag and resize the image inside the frame. The empty part is painted to match.',
    services: ['outpaint'],
  },
  {
    tool: 'upscale',
    label: '4K',
    action: 'Make it 4K',
    hint: 'Four times as wide, for large screens. Make it last: the other tools continue from the version before.',
    services: ['upscale'],
  },
];

/** Those with a service. */
export function listOffers(offered: SiteConfig['edits']): Offer[] {
  return TOOLS.flatMap(({ services, ...tool }) => {
    const found = services.flatMap((service) => offered.filter((each) => each.service === service));
    return found.length > 0 ? [{ ...tool, services: found }] : [];
  });
}

/** Whether the thing has to be named, because nothing can be painted. */
export const needsName = ({ tool, services }: Offer): boolean =>
  tool === 'replace' && services[0]?.service === 'replace';

/** In credits. */
export const findCost = ({ services }: Offer, { tool, byWords }: ToolSettings): number =>
  services.at(tool === 'replace' && byWords ? -1 : 0)?.cost ?? 0;

/** Whether the tool in use changes what is painted. */
export const hasMask = ({ tool, byWords }: ToolSettings): boolean =>
  tool === 'erase' || (tool === 'replace' && !byWords);

/** Whether the tool in use changes a thing that is named. */
export const namesThing = ({ tool, byWords }: ToolSettings): boolean =>
  tool === 'recolor' || (tool === 'replace' && byWords);

interface Request {
  /** What has to be done before the edit can start. */
  missing: string | undefined;
  /** @throws UserFacingError for a mask that is too detailed. */
  operation: () => Promise<EditOperation>;
}

/** @param image its size */
export function createOperation(settings: ToolSettings, fill: Fill, image: Size): Request {
  const request = planOperation(settings, fill, image);
  return image.width <= LIMITS.editBaseWidth && image.height <= LIMITS.editBaseHeight
    ? request
    : { ...request, missing: 'Choose a smaller version first: this one is too large to be changed.' };
}

function planOperation(settings: ToolSettings, fill: Fill, image: Size): Request {
  const [find, prompt] = [settings.find.trim(), settings.prompt.trim()];
  const mask = () => encodeMask(rasterize(settings.mask, image), image);
  const isPainted = !hasMask(settings) || settings.mask.strokes.length > 0;
  const isNamed = !namesThing(settings) || hasVisibleCharacter(find);
  const missing = !isPainted
    ? 'Paint on the image first.'
    : !isNamed
      ? 'Say which thing it is first.'
      : undefined;
  switch (settings.tool) {
    case 'erase':
      return { missing, operation: async () => ({ kind: 'erase', mask: await mask() }) };
    case 'replace':
      return {
        missing: missing ?? (!hasVisibleCharacter(prompt) ? 'Say what should be there first.' : undefined),
        operation: async () =>
          settings.byWords
            ? { kind: 'replace', find, prompt }
            : { kind: 'replace', prompt, mask: await mask() },
      };
    case 'recolor':
      return {
        missing: missing ?? (!hasVisibleCharacter(prompt) ? 'Say the new colour first.' : undefined),
        operation: () => Promise.resolve({ kind: 'recolor', find, prompt }),
      };
    case 'move': {
      const { margins, size } = fill;
      const isUnmoved = size.width === image.width && size.height === image.height;
      const isTooLarge = size.width * size.height > LIMITS.editPixels;
      return {
        missing: isUnmoved
          ? 'Move or resize the image first.'
          : isTooLarge
            ? 'Make the empty part smaller first: the image would be too large.'
            : undefined,
        operation: () => Promise.resolve({ kind: 'fill', ...margins, ...(prompt !== '' && { prompt }) }),
      };
    }
    default:
      return { missing: undefined, operation: () => Promise.resolve({ kind: 'upscale' }) };
  }
}
