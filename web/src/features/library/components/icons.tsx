import { createIcon, Icon } from '../../../ui/icons.tsx';

export const FinishIcon = createIcon('M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM13.5 7.5l3 3');

export const StarIcon = () => (
  <Icon>
    <path d="M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z" />
  </Icon>
);

export const CopyIcon = createIcon('M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9');

export const NameIcon = () => (
  <Icon>
    <path d="M4.5 19.5l.9-4L16 4.9l3.1 3.1L8.5 18.6zM13.5 7.4l3.1 3.1" />
  </Icon>
);
