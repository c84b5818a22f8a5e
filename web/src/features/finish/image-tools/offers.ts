import type { EditOperation } from '#contract/endpoints/edit-requests.ts';
import { LIMITS } from '#contract/limits.ts';
import type { EditService } from '#contract/model-pool.ts';
import type { SiteConfig } from '#contract/site-config.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import type { Size } from '../../../lib/export/frame.ts';
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
  /** The services that can make the edit. The second service of Replace works with a name instead of a painted area. */
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

/** True if the creator must name the thing, because the stage has no service that replaces a painted area. */
export const needsName = ({ tool, services }: Offer): boolean =>
  tool === 'replace' && services[0]?.service === 'replace';

/** Returns the price of the edit, in credits. */
export const findCost = ({ services }: Offer, { tool, byWords }: ToolSettings): number =>
  services.at(tool === 'replace' && byWords ? -1 : 0)?.cost ?? 0;

/** True if the tool in use changes a painted area. */
export const hasMask = ({ tool, byWords }: ToolSettings): boolean =>
  tool === 'erase' || (tool === 'replace' && !byWords);

/** True if the tool in use changes a thing that the creator names. */
export const namesThing = ({ tool, byWords }: ToolSettings): boolean =>
  tool === 'recolor' || (tool === 'replace' && byWords);

interface Request {
  /** The step that the creator must do before the edit can start. Undefined if the edit can start. */
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
