import type { ExportedFile } from '../../../lib/export/exported-file.ts';
import { exportFileName } from '../../../lib/export/file-name.ts';
import type { FileFormat } from '../../../lib/export/file-name.ts';
import { exportDesign } from '../../../lib/render/export-design.ts';
import type { ExportSettings } from '../../../lib/render/export-design.ts';
import { listShownCutouts } from '../../../lib/render/finished-image.ts';
import type { MarkedImage } from '../../../lib/render/finished-image.ts';
import { layerName } from '../editor/edit-design.ts';

export interface FileSettings extends Omit<ExportSettings, 'format'> {
  format: FileFormat;
}

/**
 * Exports a finished image as an image, or as a Photoshop file with its layers.
 * @param signal aborts when the image is no longer needed
 * @throws FontsNotLoadedError when a font of the design cannot be loaded; Error when the browser cannot write the file
 */
export async function exportFile(
  finished: MarkedImage,
  { format, ...settings }: FileSettings,
  signal?: AbortSignal,
): Promise<ExportedFile> {
  if (format !== 'psd') return exportDesign(finished, { ...settings, format }, signal);
  const { exportPsd } = await import('../../../lib/psd/export-psd.ts');
  const { cutouts, design } = finished;
  const blob = await exportPsd(finished, {
    size: settings.size,
    nameLayer: (layer) => layerName(layer, design.layers),
  });
  const isMissing = listShownCutouts(design).some((id) => !cutouts.has(id));
  return {
    name: exportFileName(settings.name, settings.size, format),
    blob,
    incomplete: Number(isMissing),
  };
}
