/** The places of YouTube in which a thumbnail is previewed. */
export type Place = 'home' | 'search' | 'sidebar' | 'phone';

interface PlaceOption {
  value: Place;
  label: string;
  /** The lists that are in view. */
  lists: readonly Place[];
}

export const WIDE_PLACES: readonly PlaceOption[] = [
  { value: 'home', label: 'Home', lists: ['home'] },
  { value: 'search', label: 'Search', lists: ['search'] },
  { value: 'sidebar', label: 'Sidebar and phone', lists: ['sidebar', 'phone'] },
];

/** The places where the window has room for one list only, the most frequent one first. */
export const NARROW_PLACES: readonly PlaceOption[] = [
  { value: 'phone', label: 'Phone', lists: ['phone'] },
  { value: 'sidebar', label: 'Sidebar', lists: ['sidebar'] },
  { value: 'search', label: 'Search', lists: ['search'] },
  { value: 'home', label: 'Home', lists: ['home'] },
];

/** Returns the option that shows a place, or the first option. */
export const findOption = (options: readonly PlaceOption[], place: Place | undefined) =>
  options.find(({ lists }) => place !== undefined && lists.includes(place)) ?? options[0];
