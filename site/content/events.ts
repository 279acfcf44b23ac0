/** A gathering about beer. Every event in the list is invented, like the venues and the hosts. */
export interface BeerEvent {
  /** Stable, kebab-case; used as a key and in addresses. */
  readonly id: string
  readonly name: string
  /** First day, `YYYY-MM-DD`. */
  readonly date: string
  readonly location: string
  readonly description: string
  /** A path of this site; absent where there is nothing more to learn. */
  readonly website?: string
  readonly type: 'festival' | 'conference' | 'exhibition' | 'other'
}

/** In order of date. */
export const events: readonly BeerEvent[] = [
  {
    id: 'thaw-2025',
    name: 'Thaw',
    date: '2025-02-22',
    location: 'The Old Ropewalk, Hull',
    description:
      'Thirty winter beers in thirds, a stove at either end and no music. The coat rack was the most admired exhibit.',
    type: 'festival',
  },
  {
    id: 'malt-and-memory-2025',
    name: 'Malt & Memory',
    date: '2025-05-10',
    location: 'Quayside Reading Rooms, Ipswich',
    description:
      'Two hundred years of brewers’ day books, opened at the pages with rings on them, and read aloud on the hour.',
    type: 'exhibition',
  },
  {
    id: 'half-day-2025',
    name: 'The Half Day',
    date: '2025-07-05',
    location: 'Canal Basin Sheds, Derby',
    description:
      'Forty brewers, one rule: nothing is served in more than a half. Doors closed at six and nobody had to be asked.',
    type: 'festival',
  },
  {
    id: 'green-hop-supper-2025',
    name: 'Green Hop Supper',
    date: '2025-09-20',
    location: 'Tithe Barn, near Ledbury',
    description:
      'One long table between the bines, six beers made with hops picked that morning, and the pickers sitting down first.',
    type: 'other',
  },
  {
    id: 'zero-hour-2026',
    name: 'Zero Hour',
    date: '2026-01-17',
    location: 'Exchange Hall, Leeds',
    description:
      'A trade day on beer at 0.5% ABV and under: the column, the membrane, the lazy yeast and the cleaning schedule.',
    type: 'conference',
  },
  {
    id: 'cask-clinic-2026',
    name: 'The Cask Clinic',
    date: '2026-03-14',
    location: 'Guildhall Annexe, Stamford',
    description:
      'Publicans brought their worst barrel, anonymously, in a plain jug. Three cellar managers said what had happened to it.',
    type: 'other',
  },
  {
    id: 'estuary-2026',
    name: 'Estuary Beer Weekend',
    date: '2026-06-06',
    location: 'Salt Wharf, Maldon',
    description:
      'Saison, sour and oyster stout served to the tide table. The bar opened when the water went out, and shut when it came back.',
    type: 'festival',
  },
  {
    id: 'pub-signs-2026',
    name: 'Sign Language',
    date: '2026-10-03',
    location: 'Municipal Gallery, Stockport',
    description:
      'Ninety painted pub signs taken down and hung at eye level, which is how it was discovered that nearly all the lions are smiling.',
    type: 'exhibition',
  },
  {
    id: 'dark-and-early-2026',
    name: 'Dark & Early',
    date: '2026-12-05',
    location: 'Corn Hall, Bishop Auckland',
    description:
      'Mild, porter and table stout from noon, most of them under 4% ABV, with soup. Carriages, or at any rate buses, at seven.',
    website: '/contact',
    type: 'festival',
  },
  {
    id: 'plain-january-2027',
    name: 'Plain January',
    date: '2027-01-16',
    location: 'Friends’ Hall, Norwich',
    description:
      'Twenty-four alcohol-free and de-alcoholised beers, all at 0.5% ABV or less, poured by people who did not make them.',
    website: '/contact',
    type: 'festival',
  },
  {
    id: 'closing-time-2027',
    name: 'Closing Time: A Symposium',
    date: '2027-02-11',
    location: 'Assay Office Lecture Theatre, Sheffield',
    description:
      'Brewers who have shut, pubs that have not, and an auctioneer, on what it takes to stay open. With papers and proper tea.',
    website: '/contact',
    type: 'conference',
  },
  {
    id: 'thaw-2027',
    name: 'Thaw',
    date: '2027-02-27',
    location: 'The Old Ropewalk, Hull',
    description:
      'Back for a third winter, with the same two stoves and a larger coat rack. Thirds only, and chairs for everyone.',
    website: '/contact',
    type: 'festival',
  },
  {
    id: 'water-2027',
    name: 'Hard Water, Soft Water',
    date: '2027-03-20',
    location: 'Pumping Station Museum, Burton upon Trent',
    description:
      'One recipe brewed with nine waters and shown in nine glasses, beside the maps that explain them. You may taste the maps.',
    website: '/contact',
    type: 'exhibition',
  },
  {
    id: 'cellar-week-2027',
    name: 'Open Cellar Week',
    date: '2027-04-19',
    location: 'Pubs in Bristol and Bath',
    description:
      'Sixty hatches lifted for the curious. Sensible shoes, no tasting, and a good deal to be learned about string.',
    type: 'other',
  },
  {
    id: 'spruce-2027',
    name: 'The Spruce Fortnight',
    date: '2027-05-15',
    location: 'Forest Hall, Newton Stewart',
    description:
      'The only two weeks when a conifer is worth eating. Walks with a forester who can tell it from yew, and four beers after.',
    website: '/contact',
    type: 'other',
  },
  {
    id: 'low-tide-2027',
    name: 'Low Tide',
    date: '2027-06-12',
    location: 'Lifeboat Slip, Cromarty',
    description:
      'Small beers from the Highlands and Islands, none over 3.5% ABV, and a ferry timetable printed on the glass.',
    website: '/contact',
    type: 'festival',
  },
  {
    id: 'half-day-2027',
    name: 'The Half Day',
    date: '2027-07-03',
    location: 'Canal Basin Sheds, Derby',
    description:
      'Nothing is served in more than a half, water is on every table, and the last order is at half past five in the afternoon.',
    website: '/contact',
    type: 'festival',
  },
  {
    id: 'label-law-2027',
    name: 'What May a Label Say?',
    date: '2027-09-09',
    location: 'Stationers’ Court, Edinburgh',
    description:
      'A day for designers, lawyers and the merely suspicious on strength, provenance and the word “craft”. Rulers provided.',
    website: '/contact',
    type: 'conference',
  },
  {
    id: 'green-hop-supper-2027',
    name: 'Green Hop Supper',
    date: '2027-09-18',
    location: 'Tithe Barn, near Ledbury',
    description:
      'The long table again, if the weather allows and the pickers are agreeable. A seat comes with a basket and an hour’s work.',
    website: '/contact',
    type: 'other',
  },
  {
    id: 'glass-2027',
    name: 'Through a Glass',
    date: '2027-10-16',
    location: 'Kiln Galleries, Stourbridge',
    description:
      'The British beer glass from the tulip to the dimple, with the lines measured. Four of them are short, and will be named.',
    website: '/contact',
    type: 'exhibition',
  },
  {
    id: 'friday-live-2027',
    name: 'The Friday Edition, Live',
    date: '2027-11-19',
    location: 'Mechanics’ Institute, Saltaire',
    description:
      'This magazine read aloud by the people who wrote it, with interruptions. Doors at six, home by nine.',
    website: '/newsletter',
    type: 'other',
  },
]
