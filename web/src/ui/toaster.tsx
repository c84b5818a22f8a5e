import { useEffect, useRef } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { placeMessages } from './place-messages.ts';
import 'sonner/dist/styles.css';
import './toaster.css';

export { toast };

/** `placeMessages` sets it. */
const TOP = 'var(--messages-top, 4.25rem)';

/** Shows the messages over the rail, or in one column between what the creator works on. */
export default function Toaster() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => (section.current ? placeMessages(section.current) : undefined), []);
  return (
    <Sonner
      ref={section}
      theme="dark"
      position="top-center"
      gap={8}
      offset={{ top: TOP }}
      mobileOffset={{ top: TOP, right: 12, left: 12 }}
      closeButton
    />
  );
}
