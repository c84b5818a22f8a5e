/** Remembers one thing of one user's in this tab, over reloads and the way to another site and back. */
export function tabMemory<T extends { userId: string }>(key: string, isOurs: (value: unknown) => value is T) {
  return {
    remember(value: T): void {
      withStorage((storage) => storage.setItem(key, JSON.stringify(value)));
    },

    forget(): void {
      withStorage((storage) => storage.removeItem(key));
    },

    recall(userId: string): T | undefined {
      const value = withStorage((storage): unknown => JSON.parse(storage.getItem(key) ?? 'null'));
      return isOurs(value) && value.userId === userId ? value : undefined;
    },
  };
}

function withStorage<T>(action: (storage: Storage) => T): T | undefined {
  try {
    return action(sessionStorage);
  } catch {
    return undefined; // Storage is switched off, full, or holds something that is not ours.
  }
}
