import type { Design } from '#contract/design/design.ts';
import type { FinishedImage, Rect } from '../../../lib/render/finished-image.ts';
import { findMissingLetters } from '../../../lib/render/find-missing-letters.ts';
import { placeAgain } from '../editor/placement.ts';
import type { Check } from './check.ts';
import { checkFaces } from './check-faces.ts';
import { checkFonts } from './check-fonts.ts';
import { listBelowBadge } from './check-layers.ts';
import type { BadgeProbe } from './check-layers.ts';
import { checkTexts } from './check-texts.ts';
import { checkWords } from './check-words.ts';
import { findLetters } from './text-probe.ts';
import type { TextProbe } from './text-probe.ts';
import { createMeasures, probeBelowBadge, probeTexts } from './probe-design.ts';

/** The measures of a design that its checks need. */
interface Probes {
  finished: FinishedImage;
  texts: readonly TextProbe[];
  belowBadge: readonly BadgeProbe[];
}

/** Renders and measures a design, whose fonts must be loaded. */
export const probeDesign = (finished: FinishedImage): Probes => ({
  finished,
  texts: probeTexts(finished),
  belowBadge: probeBelowBadge(finished),
});

/**
 * Checks how a design is seen on YouTube.
 * @param faces undefined if nothing has looked for faces
 * @param original the design as it is stored, if it is checked in a language
 */
export function checkDesign(probes: Probes, faces: readonly Rect[] | undefined, original?: Design): Check[] {
  const { finished } = probes;
  const texts = probes.texts.map(findLetters);
  const belowBadge = listBelowBadge(finished.design, probes.belowBadge);
  const measures = createMeasures(finished, faces, original);
  const checks = [
    ...checkWords(finished.design),
    ...checkFonts(
      texts.map(({ layer }) => layer),
      findMissingLetters,
    ),
    ...checkTexts(texts, measures),
    ...checkFaces(texts, {
      faces,
      letters: measures.letters,
      findPlace: (layer) => placeAgain(layer, finished, faces ?? []),
    }),
  ];
  // A design without text has no check that passes: what matters in it is not known.
  if (checks.length === 0) return belowBadge.length === 0 ? [] : [{ name: 'badge', hints: belowBadge }];
  return checks.map((check) =>
    check.name === 'badge' ? { ...check, hints: [...check.hints, ...belowBadge] } : check,
  );
}
