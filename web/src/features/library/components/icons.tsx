import { createIcon, Icon } from '../../../ui/icons.tsx';

export const TrashIcon = createIcon('M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10 11v5M14 11v5');

export const MoreIcon = () => (
  <Icon>
    <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="2.6" />
  </Icon>
);

export const FinishIcon = createIcon('M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM13.5 7.5l3 3');

export const PlusIcon = createIcon('M12 5v14M5 12h14');

export const StarIcon = () => (
  <Icon>
    <path d="M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z" />
  </Icon>
);

export const NameIcon = () => (
  <Icon>
    <path d="M4.5 19.5l.9-4L16 4.9l3.1 3.1L8.5 18.6zM13.5 7.4l3.1 3.1" />
  </Icon>
);
