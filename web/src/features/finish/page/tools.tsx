import { lazy, useRef, useState } from 'react';
import { SparkIcon } from '../../../ui/icons.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import type { Hint } from '../checks/check.ts';
import type { Checks } from '../checks/use-checks.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { ChecksIcon, PenIcon, PictureIcon, ScreenIcon } from '../editor/icons.tsx';
import { useFinishPage } from '../editor/page-context.ts';
import type { Tab } from '../editor/page-context.ts';
import type { Export } from '../export/use-export.ts';
import type { Video } from '../preview/video-details.ts';
import { loadDesignPanel } from './load-design-panel.ts';
import { Tabs } from './tabs.tsx';
import type { Views } from './use-views.ts';

export const loadChecksPanel = () => import('../checks/checks-panel.tsx');
export const loadImagePanel = () => import('../image-tools/image-panel.tsx');
export const loadPreview = () => import('../preview/preview-tab.tsx');
const DesignPanel = lazy(loadDesignPanel);
const ImagePanel = lazy(loadImagePanel);
const ChecksPanel = lazy(loadChecksPanel);
const PreviewTab = lazy(loadPreview);
const TitleSuggestions = lazy(() => import('../preview/title-suggestions.tsx'));

interface SuggestionsProps {
  video: Video;
  isOpen: boolean;
  onToggle: () => void;
}

/** The code and the suggestions load with the first press. They close after one of them was chosen. */
function Suggestions({ video, isOpen, onToggle }: SuggestionsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const label = 'Suggest titles and headlines';
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <SparkIcon />
      </button>
      {isOpen && (
        <LazyPart>
          <TitleSuggestions
            video={video}
            onUse={() => {
              button.current?.focus(); // The pressed button goes away.
              onToggle();
            }}
          />
        </LazyPart>
      )}
    </>
  );
}

interface ToolsProps {
  views: Views;
  /** The place of the canvas, for the content of the tab Preview. */
  stage: HTMLElement | null;
  checked: { checks: Checks; exporting: Export; onFix: (hint: Hint) => void };
  video: Video;
}

/** The tabs beside the image, or below it on a narrow screen. */
export function Tools({ views, stage, checked, video }: ToolsProps) {
  const { offers, openTab } = useFinishPage();
  const { rendering } = useEditedDesign();
  /** The tab in which the suggestions are open. They close with their tab, so that they hide no settings when it opens again. */
  const [suggestingTab, setSuggestingTab] = useState<Tab>();
  if (suggestingTab !== undefined && suggestingTab !== views.tab) setSuggestingTab(undefined);
  const suggestions = offers.suggestions !== 'off' && (
    <Suggestions
      video={video}
      isOpen={suggestingTab === views.tab}
      onToggle={() => setSuggestingTab(suggestingTab === views.tab ? undefined : views.tab)}
    />
  );
  const preview = (
    <PreviewTab hasBadge={views.hasBadge} onBadge={views.showBadge} {...{ stage, video, suggestions }} />
  );
  const { checks } = checked;
  return (
    <Tabs<Tab>
      label="Tools"
      selected={views.tab}
      onSelect={openTab}
      tabs={[
        {
          id: 'design',
          label: 'Design',
          icon: <PenIcon />,
          content: <DesignPanel suggestions={suggestions} checks={checks} />,
        },
        { id: 'image', label: 'Image', icon: <PictureIcon />, content: <ImagePanel /> },
        { id: 'preview', label: 'Preview', icon: <ScreenIcon />, content: preview },
        {
          id: 'checks',
          label: 'Checks',
          icon: <ChecksIcon />,
          content: <ChecksPanel {...checked} rendering={rendering} duration={video.details.duration} />,
          verdict: checks.verdict,
        },
      ]}
    />
  );
}
