import { useMemo } from 'react';
import { useFeature, useSiteConfig } from '../../../api/site-config.ts';
import type { LoadedThumbnail } from '../editor/load-thumbnail.ts';
import type { Offers } from '../editor/page-context.ts';

/** Returns the features that the stage and the account offer for a thumbnail. */
export function useOffers(userId: string, { edits: versions }: LoadedThumbnail): Offers {
  const query = useSiteConfig();
  const edits = useFeature('edits', userId);
  const concepts = useFeature('concepts', userId);
  const config = query.status === 'success' ? query.data : undefined;
  return useMemo(() => {
    const editServices = config && edits !== 'off' ? config.edits : [];
    const hasTextModel = config?.promptAssistance === true;
    return {
      editServices,
      hasImageTools: editServices.length > 0 || versions.length > 0,
      hasTextModel: hasTextModel && edits !== 'off',
      isEditingEarly: edits === 'early',
      suggestions: hasTextModel ? concepts : 'off',
      cutoutCost: config?.references.cutoutCost,
    };
  }, [config, edits, concepts, versions.length]);
}
