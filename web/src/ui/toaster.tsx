import { Toaster as Sonner, toast } from 'sonner';
import 'sonner/dist/styles.css';
import './toaster.css';

export { toast };

const BELOW_HEADER = '4.25rem';

export default function Toaster() {
  // On a phone the keyboard covers the bottom, and the header shows the balance. At the right a message would cover Generate.
  const narrow = matchMedia('(max-width: 640px)').matches;
  return (
    <Sonner
      theme="dark"
      position={narrow ? 'top-center' : 'bottom-left'}
      gap={8}
      mobileOffset={{ top: BELOW_HEADER, right: 12, left: 12 }}
      closeButton
    />
  );
}
