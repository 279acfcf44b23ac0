/** A gathering about beer. Every event in the list is invented, like the venues and the hosts. */
export interface BeerEvent {
  /** Stable, kebab-case; used as a key and in addresses. */
  readonly id: string
  readonly name: string
  /** Its day, or the first of several, `YYYY-MM-DD`. */
  readonly date: string
  /** The last of several. */
  readonly lastDay?: string
  readonly location: string
  readonly description: string
  /** As printed, beside the day. */
  readonly hours: string
  /** What there is, a sentence or two each. */
  readonly expect: readonly string[]
  /** Its page on this site, while there is something to plan. */
  readonly website?: `/events/${string}`
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
    hours: 'Noon to eight',
    expect: [
      'Thirty beers, all of them brewed for cold weather, in thirds of a pint.',
      'Two wood stoves, with a bench at each and a rota for sitting there.',
      'Pease pudding and bread from one until they ran out, at ten past four.',
    ],
    type: 'festival',
  },
  {
    id: 'malt-and-memory-2025',
    name: 'Malt & Memory',
    date: '2025-05-10',
    location: 'Quayside Reading Rooms, Ipswich',
    description:
      'Two hundred years of brewers’ day books, opened at the pages with rings on them, and read aloud on the hour.',
    hours: 'Ten to five',
    expect: [
      'Eleven day books, the oldest from 1822, under glass and open at the working pages.',
      'Readings on the hour by anyone on duty, of whatever was on the page.',
      'Water and ginger biscuits. Nothing was poured near the paper.',
    ],
    type: 'exhibition',
  },
  {
    id: 'half-day-2025',
    name: 'The Half Day',
    date: '2025-07-05',
    location: 'Canal Basin Sheds, Derby',
    description:
      'Forty brewers, one rule: nothing is served in more than a half. Doors closed at six and nobody had to be asked.',
    hours: 'Eleven to six',
    expect: [
      'Forty brewers, each with two beers, and no glass larger than a half.',
      'Water on every table and a seat for everybody who came.',
      'Doors that closed when they said they would.',
    ],
    type: 'festival',
  },
  {
    id: 'green-hop-supper-2025',
    name: 'Green Hop Supper',
    date: '2025-09-20',
    location: 'Tithe Barn, near Ledbury',
    description:
      'One long table between the bines, six beers made with hops picked that morning, and the pickers sitting down first.',
    hours: 'Four to nine',
    expect: [
      'One table for eighty, laid between two rows that had been left unpicked.',
      'Six beers, 3.4% to 4.6% ABV, each with hops that were on the bine at breakfast.',
      'The pickers sat down first and were served first.',
    ],
    type: 'other',
  },
  {
    id: 'zero-hour-2026',
    name: 'Zero Hour',
    date: '2026-01-17',
    location: 'Exchange Hall, Leeds',
    description:
      'A trade day on beer at 0.5% ABV and under: the column, the membrane, the lazy yeast and the cleaning schedule.',
    hours: 'Nine to half past four',
    expect: [
      'Four sessions: the column, the membrane, the lazy yeast, and the cleaning that all three need.',
      'A table of thirty beers at 0.5% ABV or under, with the method on the card.',
      'A closing argument about shelf life, which ran over.',
    ],
    type: 'conference',
  },
  {
    id: 'cask-clinic-2026',
    name: 'The Cask Clinic',
    date: '2026-03-14',
    location: 'Guildhall Annexe, Stamford',
    description:
      'Publicans brought their worst barrel, anonymously, in a plain jug. Three cellar managers said what had happened to it.',
    hours: 'Two to six',
    expect: [
      'Twenty-two jugs, unlabelled, from twenty-two cellars that had asked for help.',
      'Three cellar managers, a torch and a blackboard.',
      'No names, then or since.',
    ],
    type: 'other',
  },
  {
    id: 'estuary-2026',
    name: 'Estuary Beer Weekend',
    date: '2026-06-06',
    lastDay: '2026-06-07',
    location: 'Salt Wharf, Maldon',
    description:
      'Saison, sour and oyster stout served to the tide table. The bar opened when the water went out, and shut when it came back.',
    hours: 'By the tide table',
    expect: [
      'Saison, sour and oyster stout, nothing above 5.2% ABV, served at low water.',
      'Oysters from the same mud, opened by the person who raised them.',
      'A bell ten minutes before the sea came back.',
    ],
    type: 'festival',
  },
  {
    id: 'pub-signs-2026',
    name: 'Sign Language',
    date: '2026-10-03',
    lastDay: '2026-10-23',
    location: 'Municipal Gallery, Stockport',
    description:
      'Ninety painted pub signs taken down and hung at eye level, which is how it was discovered that nearly all the lions are smiling.',
    hours: 'Ten to five, for three weeks',
    expect: [
      'Ninety signs, 1760 to 1998, hung at the height of a face.',
      'A restorer at work on a White Hart on Thursdays, who answered questions.',
      'A map of where each had hung, and what is there now.',
    ],
    type: 'exhibition',
  },
  {
    id: 'dark-and-early-2026',
    name: 'Dark & Early',
    date: '2026-12-05',
    location: 'Corn Hall, Bishop Auckland',
    description:
      'Mild, porter and table stout from noon, most of them under 4% ABV, with soup. Carriages, or at any rate buses, at seven.',
    hours: 'Noon to seven',
    expect: [
      'Twenty-four mild ales, porters and table stouts, most of them under 4% ABV, in halves and thirds.',
      'Soup at two and at five: leek, then pea. Bread with both.',
      'Two alcohol-free stouts at 0.5% ABV on the same bar as the rest.',
      'Buses to Durham and Darlington from the door at ten past seven.',
    ],
    website: '/events/dark-and-early-2026',
    type: 'festival',
  },
  {
    id: 'plain-january-2027',
    name: 'Plain January',
    date: '2027-01-16',
    location: 'Friends’ Hall, Norwich',
    description:
      'Twenty-four alcohol-free and de-alcoholised beers, all at 0.5% ABV or less, poured by people who did not make them.',
    hours: 'Eleven to four',
    expect: [
      'Twenty-four beers, all of them at 0.5% ABV or less, in small tumblers.',
      'Nobody pours a beer that they made, so nobody will sell you one.',
      'A quiet room, a loud room, and a table for children’s coats.',
    ],
    website: '/events/plain-january-2027',
    type: 'festival',
  },
  {
    id: 'closing-time-2027',
    name: 'Closing Time: A Symposium',
    date: '2027-02-11',
    location: 'Assay Office Lecture Theatre, Sheffield',
    description:
      'Brewers who have shut, pubs that have not, and an auctioneer, on what it takes to stay open. With papers and proper tea.',
    hours: 'Half past nine to half past four',
    expect: [
      'Five papers in the morning, of fifteen minutes each and on paper.',
      'An auctioneer, in the afternoon, with a catalogue of one brewery and what each lot made.',
      'Tea that has been thought about. No bar.',
    ],
    website: '/events/closing-time-2027',
    type: 'conference',
  },
  {
    id: 'thaw-2027',
    name: 'Thaw',
    date: '2027-02-27',
    location: 'The Old Ropewalk, Hull',
    description:
      'Back for a third winter, with the same two stoves and a larger coat rack. Thirds only, and chairs for everyone.',
    hours: 'Noon to eight',
    expect: [
      'Thirty winter beers in thirds, six of them under 3% ABV.',
      'The same two stoves, a rota for the benches, and a chair for everybody else.',
      'Pease pudding from one, in a larger pot than last time.',
    ],
    website: '/events/thaw-2027',
    type: 'festival',
  },
  {
    id: 'water-2027',
    name: 'Hard Water, Soft Water',
    date: '2027-03-20',
    lastDay: '2027-04-30',
    location: 'Pumping Station Museum, Burton upon Trent',
    description:
      'One recipe brewed with nine waters and shown in nine glasses, beside the maps that explain them. You may taste the maps.',
    hours: 'Ten to five, for six weeks',
    expect: [
      'One pale ale at 4.0% ABV, brewed nine times with nine waters. You taste thirds, with a member of staff.',
      'The pumping engines, in steam on Sundays.',
      'Geological maps, and somebody who will explain why two of them disagree.',
    ],
    website: '/events/water-2027',
    type: 'exhibition',
  },
  {
    id: 'cellar-week-2027',
    name: 'Open Cellar Week',
    date: '2027-04-19',
    lastDay: '2027-04-25',
    location: 'Pubs in Bristol and Bath',
    description:
      'Sixty hatches lifted for the curious. Sensible shoes, no tasting, and a good deal to be learned about string.',
    hours: 'Each pub’s own hours',
    expect: [
      'Sixty cellars, each open for an hour a day, in parties of six.',
      'Stairs that are steep, ceilings that are low, and floors that are wet.',
      'Everything about venting, tilting and string. Nothing to drink until you are back up.',
    ],
    website: '/events/cellar-week-2027',
    type: 'other',
  },
  {
    id: 'spruce-2027',
    name: 'The Spruce Fortnight',
    date: '2027-05-15',
    lastDay: '2027-05-28',
    location: 'Forest Hall, Newton Stewart',
    description:
      'The only two weeks when a conifer is worth eating. Walks with a forester who can tell it from yew, and four beers after.',
    hours: 'Walks at ten and two',
    expect: [
      'Two hours on forest tracks with a forester who can tell spruce from yew and will teach you to.',
      'What may be picked, how much of it, and from which trees never.',
      'Four beers afterwards, 2.8% to 4.1% ABV, and a spruce cordial without alcohol.',
    ],
    website: '/events/spruce-2027',
    type: 'other',
  },
  {
    id: 'low-tide-2027',
    name: 'Low Tide',
    date: '2027-06-12',
    location: 'Lifeboat Slip, Cromarty',
    description:
      'Small beers from the Highlands and Islands, none over 3.5% ABV, and a ferry timetable printed on the glass.',
    hours: 'One to seven',
    expect: [
      'Eighteen small beers from islands and the far north, none over 3.5% ABV.',
      'The timetable on the glass is right for the day, and is the last one of the day.',
      'Crab rolls for as long as there are crabs.',
    ],
    website: '/events/low-tide-2027',
    type: 'festival',
  },
  {
    id: 'half-day-2027',
    name: 'The Half Day',
    date: '2027-07-03',
    location: 'Canal Basin Sheds, Derby',
    description:
      'Nothing is served in more than a half, water is on every table, and the last order is at half past five in the afternoon.',
    hours: 'Eleven to six',
    expect: [
      'Forty brewers with two beers each, a third of them under 3% ABV. Nothing larger than a half.',
      'Water on every table, a seat for each ticket, and lunch from one to three.',
      'Last orders at half past five, and the doors at six.',
    ],
    website: '/events/half-day-2027',
    type: 'festival',
  },
  {
    id: 'label-law-2027',
    name: 'What May a Label Say?',
    date: '2027-09-09',
    location: 'Stationers’ Court, Edinburgh',
    description:
      'A day for designers, lawyers and the merely suspicious on strength, provenance and the word “craft”. Rulers provided.',
    hours: 'Nine to five',
    expect: [
      'Three hours on strength, provenance and the size of the type, with the regulations in the room.',
      'A surgery after lunch: bring a label, and have it read back to you.',
      'Nothing here is legal advice, and a solicitor will say so at the start.',
    ],
    website: '/events/label-law-2027',
    type: 'conference',
  },
  {
    id: 'green-hop-supper-2027',
    name: 'Green Hop Supper',
    date: '2027-09-18',
    location: 'Tithe Barn, near Ledbury',
    description:
      'The long table again, if the weather allows and the pickers are agreeable. A seat comes with a basket and an hour’s work.',
    hours: 'Three to nine',
    expect: [
      'An hour’s picking with a basket and instruction, before anybody sits down.',
      'Six beers, 3.4% to 4.6% ABV, and a pressing of apples for those who are driving.',
      'One table, one sitting, and a tent if the forecast is bad.',
    ],
    website: '/events/green-hop-supper-2027',
    type: 'other',
  },
  {
    id: 'glass-2027',
    name: 'Through a Glass',
    date: '2027-10-16',
    lastDay: '2027-11-12',
    location: 'Kiln Galleries, Stourbridge',
    description:
      'The British beer glass from the tulip to the dimple, with the lines measured. Four of them are short, and will be named.',
    hours: 'Ten to five, for four weeks',
    expect: [
      'Two hundred and ten glasses, from the tulip to the dimple, with their lines measured.',
      'A furnace at work on Saturdays, making one pattern an hour.',
      'A bench where you may bring a glass of your own and find out.',
    ],
    website: '/events/glass-2027',
    type: 'exhibition',
  },
  {
    id: 'friday-live-2027',
    name: 'The Friday Edition, Live',
    date: '2027-11-19',
    location: 'Mechanics’ Institute, Saltaire',
    description:
      'This magazine read aloud by the people who wrote it, with interruptions. Doors at six, home by nine.',
    hours: 'Six to nine',
    expect: [
      'Five pieces, read by five people, with an argument after each.',
      'A bar with a mild at 3.2% ABV, a pale ale at 0.5% ABV and a good deal of tea.',
      'One question from the floor that will be answered in the next letter.',
    ],
    website: '/events/friday-live-2027',
    type: 'other',
  },
]
