import { lazy, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { explain } from '../../../api/error-sentences.ts';
import { Button } from '../../../ui/button.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { notify } from '../../../ui/notify.ts';
import type { LibraryState } from '../hooks/use-library.ts';
import type { Test } from '../hooks/use-test.ts';
import { endTest, runningTests } from '../model/running-tests.ts';

const TestPackDialog = lazy(() => import('./test-pack-dialog.tsx'));

interface TestsProps {
  userId: string | undefined;
  test: Test;
  onUpdate: LibraryState['update'];
}

/** Names the tests whose winner is not marked, and opens the test pack of the address. */
export function Tests({ userId, test, onUpdate }: TestsProps) {
  const all = useSyncExternalStore(runningTests.subscribe, runningTests.get);
  const running = all.filter((each) => each.userId === userId);
  const { ids, thumbnails, error, open, close } = test;
  const isIncomplete = thumbnails !== undefined && thumbnails.length < ids.length;
  const failure = isIncomplete
    ? 'A thumbnail of this test was deleted.'
    : error === undefined
      ? undefined
      : `The test could not be loaded. ${explain(error)}.`;
  const report = useEffectEvent((message: string) => {
    notify.error(message, { id: 'test' });
    if (isIncomplete && userId !== undefined) endTest({ userId, ids });
    close();
  });

  useEffect(() => {
    if (failure !== undefined) report(failure);
  }, [failure]);

  return (
    <>
      {running.length > 0 && (
        <ul className="library-tests" aria-label="Running tests">
          {running.map((each) => (
            <li key={each.ids.join()}>
              <span>{`${each.ids.length} thumbnails are in a test.`}</span>
              <Button variant="quiet" onClick={() => open(each.ids)}>
                Mark the winner
              </Button>
            </li>
          ))}
        </ul>
      )}
      {thumbnails !== undefined && !isIncomplete && ids.length > 0 && (
        <LazyPart>
          <TestPackDialog key={ids.join()} thumbnails={thumbnails} onUpdate={onUpdate} onClose={close} />
        </LazyPart>
      )}
    </>
  );
}
