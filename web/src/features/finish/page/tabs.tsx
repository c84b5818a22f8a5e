import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { LazyPart } from '../../../ui/lazy-part.tsx';

interface Tab<Id extends string> {
  id: Id;
  label: string;
  /** Only phones show it. */
  icon: ReactNode;
  /** Marks the tab with a tick or a dot, and says why. */
  verdict?: { hasPassed: boolean; summary: string } | undefined;
  /** The content of the panel. Its code may load lazily. */
  content: ReactNode;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
}

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Tabs and the panel of the selected one. Arrow keys go from tab to tab. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  const prefix = useId();
  const tabId = (id: Id) => `${prefix}-${id}`;

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = tabs.findIndex(({ id }) => id === selected);
    const next = tabs.at((index + step) % tabs.length);
    if (!next) return;
    onSelect(next.id);
    document.getElementById(tabId(next.id))?.focus();
  }

  return (
    <div className="tabs">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its selected tab has the focus */}
      <div className="tab-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: name, icon, verdict }) => (
          <button
            key={id}
            id={tabId(id)}
            type="button"
            className="bare-button"
            role="tab"
            aria-selected={id === selected}
            aria-controls={`${prefix}-panel`}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {icon}
            <span>{name}</span>
            {verdict && (
              <i className="tab-mark" data-passed={verdict.hasPassed}>
                <span className="visually-hidden">{`, ${verdict.summary}`}</span>
              </i>
            )}
          </button>
        ))}
      </div>
      <div
        key={selected}
        id={`${prefix}-panel`}
        className="tab-panel"
        role="tabpanel"
        aria-labelledby={tabId(selected)}
        tabIndex={0} // It scrolls, so the keyboard has to reach it.
      >
        <LazyPart>{tabs.find(({ id }) => id === selected)?.content}</LazyPart>
      </div>
    </div>
  );
}
