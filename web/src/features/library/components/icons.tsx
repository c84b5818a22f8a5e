import { createIcon, Icon } from '../../../ui/icons.tsx';

export const TrashIcon = createIcon('M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10 11v5M14 11v5');

export const MoreIcon = () => (
  <Icon>
    <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="2.6" />
  </Icon>
);

export const FinishIcon = createIcon('M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM13.5 7.5l3 3');

export const PlusIcon = createIcon('M12 5v14M5 12h14');
