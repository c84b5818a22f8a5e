import { createContext, use } from 'react';
import { VISITOR } from './session-store.ts';
import type { Session } from './session-store.ts';

export const SessionContext = createContext<Session>(VISITOR);

export const useSession = (): Session => use(SessionContext);
