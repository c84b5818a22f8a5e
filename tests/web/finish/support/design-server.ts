import type { Design } from '#contract/design/design.ts';
import { isSameDesign } from '#contract/design/same-design.ts';
import { json, refusal } from '../../support/fake-api.ts';
import type { SiteHandlers } from '../../support/site.tsx';
import { DESIGN, THUMBNAIL } from './finish-page.ts';

/** Stores the design of one thumbnail by the rules of the API: a save names the revision that it was made from. */
export class DesignServer {
  design: Design = DESIGN;
  version = 3;

  readonly readThumbnail = () => json({ ...THUMBNAIL, design: this.design, designVersion: this.version });

  readonly saveDesign: NonNullable<SiteHandlers['saveDesign']> = ({ body }) => {
    const { design, version } = body as { design: Design; version: number };
    const isRepeated = version + 1 === this.version && isSameDesign(design, this.design);
    if (isRepeated) return json({ version: this.version });
    if (version !== this.version) return refusal('design_changed');
    this.design = design;
    this.version += 1;
    return json({ version: this.version });
  };

  get handlers(): SiteHandlers {
    return { readThumbnail: this.readThumbnail, saveDesign: this.saveDesign };
  }

  /** The words of the first text. */
  get words(): string | undefined {
    return this.design.layers.flatMap((layer) => (layer.kind === 'text' ? [layer.text] : []))[0];
  }
}
