import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { SHAPES } from '#contract/design/design-limits.ts';
import { PlusIcon } from '../../../ui/action-icons.tsx';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { findLimit, kindName } from '../editor/edit-design.ts';
import { CutoutIcon, PictureIcon, SHAPE_ICONS, TextIcon } from '../editor/icons.tsx';
import { createShapeLayer } from '../editor/new-layers.ts';
import { useFinishPage } from '../editor/page-context.ts';
import '../../../ui/popover-menu.css';

interface Item {
  name: string;
  /** Part of the name. */
  label: string;
  icon: ReactNode;
  isDisabled: boolean;
  add: () => unknown;
}

const CUTOUT = { name: 'Add a cut-out', label: 'Cut-out', icon: <CutoutIcon /> };
const PICTURE = { name: 'Add a logo or picture', label: 'Logo or picture', icon: <PictureIcon /> };

/** Adds a text, a cut-out, a picture or a shape. */
export function AddMenu() {
  const { offers, requestCutout } = useFinishPage();
  const { editor, cutouts, place, addText } = useEditedDesign();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const hasCutouts = cutouts.list.status === 'success' && cutouts.list.data.length > 0;
  const isFull = (kind: 'text' | 'shape') => findLimit(editor.design, kind) !== undefined;
  const hasDialog = offers.cutoutCost !== undefined || hasCutouts;
  /** Undefined is a line between two groups. */
  const items: readonly (Item | undefined)[] = [
    { name: 'Add text', label: 'Text', icon: <TextIcon />, isDisabled: isFull('text'), add: addText },
    ...(hasDialog ? [{ ...CUTOUT, isDisabled: isFull('shape'), add: () => requestCutout({}) }] : []),
    { ...PICTURE, isDisabled: isFull('shape'), add: () => requestCutout({ isPicture: true }) },
    undefined,
    ...SHAPES.map((shape) => {
      const ShapeIcon = SHAPE_ICONS[shape];
      const layer = createShapeLayer(shape);
      return {
        name: `Add ${shape === 'arrow' ? 'an' : 'a'} ${shape}`,
        label: kindName(layer),
        icon: <ShapeIcon />,
        isDisabled: isFull('shape'),
        add: () => place(layer),
      };
    }),
  ];
  return (
    <>
      <button type="button" className="button button-outline" popoverTarget={id}>
        <PlusIcon /> <span>Add</span> <ChevronIcon />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="popover-menu add-menu"
        role="group"
        aria-label="Add a layer"
      >
        {items.map((item) =>
          item ? (
            <button
              key={item.name}
              type="button"
              aria-label={item.name}
              disabled={item.isDisabled}
              onClick={() => {
                menu.current?.hidePopover(); // The menu gives the focus back before a dialog takes it.
                item.add();
              }}
            >
              {item.icon} <span>{item.label}</span>
            </button>
          ) : (
            <hr key="shapes" />
          ),
        )}
      </div>
    </>
  );
}
