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

function BadgeSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="switch">
      Duration badge
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its state by itself
        role="switch"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}

interface SuggestionsProps {
  video: Video;
  isOpen: boolean;
  onToggle: () => void;
  /** True if the button has room for its icon only. */
  isNarrow: boolean;
}

/** The code and the suggestions load with the first press. They close after one of them was chosen. */
function Suggestions({ video, isOpen, onToggle, isNarrow }: SuggestionsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const label = 'Suggest titles and headlines';
  return (
    <>
      <button
        ref={button}
        type="button"
        className={isNarrow ? 'icon-button' : 'button button-quiet'}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <SparkIcon /> {!isNarrow && <span>{label}</span>}
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
  checked: { checks: Checks; exporting: Export; onFix: (hint: Hint) => void };
  video: Video;
}

/** The tabs beside the image, or below it on a narrow screen. */
export function Tools({ views, checked, video }: ToolsProps) {
  const { offers, openTab } = useFinishPage();
  const { rendering } = useEditedDesign();
  /** The tab in which the suggestions are open. They close with their tab, so that they hide no settings when it opens again. */
  const [suggestingTab, setSuggestingTab] = useState<Tab>();
  if (suggestingTab !== undefined && suggestingTab !== views.tab) setSuggestingTab(undefined);
  const suggest = (isNarrow: boolean) =>
    offers.suggestions !== 'off' && (
      <Suggestions
        video={video}
        isOpen={suggestingTab === views.tab}
        isNarrow={isNarrow}
        onToggle={() => setSuggestingTab(suggestingTab === views.tab ? undefined : views.tab)}
      />
    );
  const preview = (
    <PreviewTab video={video}>
      <BadgeSwitch isOn={views.hasBadge} onChange={views.showBadge} />
      <div>{suggest(false)}</div>
    </PreviewTab>
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
          content: <DesignPanel suggestions={suggest(true)} />,
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
