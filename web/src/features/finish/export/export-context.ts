import { createRequiredContext } from '../../../lib/required-context.ts';
import type { Export } from './use-export.ts';

/** The export of the design, with the settings of its file. */
export const [ExportContext, useExporting] = createRequiredContext<Export>();
