/** Invented videos around the creator's one: a thumbnail is judged among others, with titles of other lengths. */
export const OTHER_VIDEOS = {
  1: {
    title: 'Three Days Alone on the Mountain',
    channel: 'Field Notes',
    views: '48K views · 2 weeks ago',
    duration: '18:02',
  },
  2: {
    title: 'Ten Studio Upgrades That Cost Almost Nothing, Ranked',
    channel: 'Small Studio',
    views: '21K views · 1 month ago',
    duration: '9:47',
  },
  3: {
    title: 'I Cooked Every Recipe in One Book',
    channel: 'Table for Six',
    views: '310K views · 4 days ago',
    duration: '24:10',
  },
  4: {
    title: 'How This Bridge Opens 12 Times a Day',
    channel: 'Moving Parts',
    views: '96K views · 5 months ago',
    duration: '14:20',
  },
  5: {
    title: 'Learning the Piano From Zero: One Year in Ten Minutes',
    channel: 'Slow Practice',
    views: '7.4K views · 9 hours ago',
    duration: '10:31',
  },
  6: {
    title: 'Why Old Maps Have Islands That Never Existed',
    channel: 'Paper Trails',
    views: '154K views · 3 weeks ago',
    duration: '16:45',
  },
  7: {
    title: 'A Night Train From End to End',
    channel: 'Slow Lines',
    views: '33K views · 1 day ago',
    duration: '28:19',
  },
} as const;

export type OtherVideoNumber = keyof typeof OTHER_VIDEOS;
