import { Toaster as Sonner, toast } from 'sonner';
import 'sonner/dist/styles.css';
import './toaster.css';

export { toast };

export default function Toaster() {
  // On a phone the bottom belongs to the thumb and the keyboard.
  const narrow = matchMedia('(max-width: 640px)').matches;
  return (
    <Sonner
      theme="dark"
      position={narrow ? 'top-center' : 'bottom-right'}
      gap={8}
      mobileOffset={12}
      closeButton
    />
  );
}
