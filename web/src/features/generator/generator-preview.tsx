import { Preview } from './preview.tsx';
import type { PreviewContent } from './preview-content.ts';
import type { GeneratorHistory } from './generator-history.ts';
import type { useGenerator } from './use-generator.ts';
import { VersionsPreview } from './versions/versions-preview.tsx';

type Generator = ReturnType<typeof useGenerator>;

interface GeneratorPreviewProps {
  generator: Generator;
  history: GeneratorHistory;
  hasActions: boolean;
}

export function GeneratorPreview({ generator, history, hasActions }: GeneratorPreviewProps) {
  const { preview, versions, stopWaiting, cancel, notification } = generator;
  if (versions.shown) {
    return (
      <VersionsPreview
        ref={preview.section}
        {...versions.shown}
        history={history}
        onShow={generator.show}
        onCancel={versions.cancel}
        onStopWaiting={versions.hide}
      />
    );
  }
  return (
    <Preview
      ref={preview.section}
      content={findContent(generator)}
      hasActions={hasActions}
      repetition={generator}
      onShowVersions={versions.show}
      onStopWaiting={stopWaiting}
      onCancel={cancel}
      onNotify={notification.ask}
      isNotified={notification.isAllowed}
      onShowLast={history.entries.length > 0 ? preview.showLast : undefined}
      onImageLoad={preview.onImageLoad}
      onImageError={history.onImageError}
    />
  );
}

function findContent({ startedAt, line, preview }: Generator): PreviewContent {
  const { failure, thumbnail, isNew } = preview;
  if (line) return { state: 'waiting', position: line };
  if (startedAt !== undefined) return { state: 'generating', startedAt };
  if (failure) return { state: 'failed', failure };
  return thumbnail ? { state: 'image', thumbnail, isNew } : { state: 'empty' };
}
