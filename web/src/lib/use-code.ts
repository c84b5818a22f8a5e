import { useEffect, useEffectEvent, useState } from 'react';

interface UseCodeOptions {
  /** The code is loaded again when it changes. */
  attempt?: string | number;
  onFailure?: () => void;
}

const ignore = () => undefined;

/** Loads code that the first rendering does not need. Undefined until it is there, and after a failure. */
export function useCode<Module>(
  load: () => Promise<Module>,
  { attempt, onFailure = ignore }: UseCodeOptions = {},
): Module | undefined {
  const [code, setCode] = useState<Module>();
  const start = useEffectEvent(() => void load().then(setCode, onFailure));
  useEffect(() => start(), [attempt]);
  return code;
}
