import { Navigate } from 'react-router-dom';
import { PATHS } from '../../../lib/paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { useSession } from '../../../session/session-provider.tsx';
import { Library } from './library.tsx';

export default function LibraryPage() {
  useTitle('All thumbnails · Thumbforge');
  const session = useSession();
  if (session.status === 'visitor') return <Navigate to={PATHS.auth} replace />;
  return <Library userId={session.status === 'signed-in' ? session.user.id : undefined} />;
}
