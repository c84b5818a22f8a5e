import { Icon } from '../../../../ui/icons.tsx';

export const VersionsIcon = () => (
  <Icon>
    <rect x="3.5" y="8.5" width="12" height="9" rx="1.8" />
    <path d="M7 6h9.5a2 2 0 0 1 2 2v6M10.5 3.5H19a2 2 0 0 1 2 2V11" />
  </Icon>
);
