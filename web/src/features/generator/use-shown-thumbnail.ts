import useSWR from 'swr';

/**
 * The id of the thumbnail in the preview. It survives the way to another page and back, not a reload. Signing out removes
 * it, because the key contains the user's id.
 */
export function useShownThumbnail(userId: string | undefined) {
  const { data, mutate } = useSWR<string>(userId === undefined ? null : ['shown-thumbnail', userId], null);
  return [data, (id: string) => void mutate(id, { revalidate: false })] as const;
}
