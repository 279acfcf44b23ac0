/** One card of the review. Makers and products are invented. */
export interface ProductCard {
  readonly rank: number
  readonly name: string
  readonly maker: string
  /** As printed, for instance `0.5% ABV`; every card states it. */
  readonly abv: string
  /** As printed, with the pack it buys. */
  readonly price: string
  readonly availability: string
  /** Slug of the picture that the art system draws. */
  readonly image: string
  readonly imageAlt: string
  /** Out of 10; the sum of `marks`. */
  readonly score: number | string
  readonly marks: Readonly<Record<CriterionId, number>>
  readonly description: string
  /** How it is made, and what may be said about it. */
  readonly science: string
  /** What the label suggests, set beside what is in the glass. */
  readonly reality: string
  /** What the panel wrote down. */
  readonly experience: string
  readonly pros: readonly string[]
  readonly cons: readonly string[]
  readonly bottomLine: string
  readonly bestFor: string
  readonly whereToBuy: string
  readonly limitedNote?: string
  readonly isWinner: boolean
  readonly ctaText: string
  /** Leads to a page of this site. */
  readonly href: `/go/${string}`
  readonly customColor: 'green' | 'yellow' | 'orange' | 'red'
}

export type CriterionId = 'flavour' | 'finish' | 'aroma' | 'label' | 'value'

export interface Criterion {
  readonly id: CriterionId
  readonly name: string
  /** The most that can be given; the five add up to 10. */
  readonly points: number
  readonly question: string
}

export interface Review {
  readonly slug: string
  readonly title: string
  readonly standfirst: string
  readonly excerpt: string
  readonly category: 'The Review'
  readonly author: string
  /** Stands before the title here and on every card and link that leads here. */
  readonly label: 'Ad'
  readonly sponsor: { readonly name: string; readonly statement: string }
  readonly readMinutes: number
  readonly heroAlt: string
  readonly heroCaption: string
  readonly intro: readonly string[]
  readonly framework: {
    readonly title: string
    readonly text: readonly string[]
    readonly criteria: readonly Criterion[]
    readonly steps: readonly string[]
  }
  readonly products: readonly ProductCard[]
  /** Why a list of five has six cards. */
  readonly tieNote: string
  readonly excluded: {
    readonly title: string
    readonly items: readonly { readonly name: string; readonly reason: string }[]
  }
  readonly verdict: { readonly title: string; readonly text: readonly string[] }
  readonly offer: {
    readonly title: string
    readonly text: string
    readonly terms: readonly string[]
    readonly ctaText: string
    readonly href: `/go/${string}`
  }
  readonly testers: readonly { readonly name: string; readonly role: string; readonly bio: string }[]
  readonly disclaimer: { readonly title: string; readonly text: readonly string[] }
}

const criteria: readonly Criterion[] = [
  {
    id: 'flavour',
    name: 'Flavour',
    points: 4,
    question: 'Would you be glad of it if nobody had told you what was missing?',
  },
  {
    id: 'finish',
    name: 'Finish',
    points: 2,
    question: 'Does it end, or does it stop?',
  },
  {
    id: 'aroma',
    name: 'Aroma',
    points: 2,
    question: 'Is there something there before the first sip, and is it beer?',
  },
  {
    id: 'label',
    name: 'Label',
    points: 1,
    question: 'Is the strength easy to find, and does the rest of the can keep to what is true?',
  },
  {
    id: 'value',
    name: 'Value',
    points: 1,
    question: 'Would you put your own money down a second time?',
  },
]

const products: readonly ProductCard[] = [
  {
    rank: 1,
    name: 'Quarter Bell Pale',
    maker: 'Quarter Bell',
    abv: '0.5%\u00a0ABV',
    price: '£10.80 for six 330\u00a0ml cans',
    availability: 'All year',
    image: 'quarter-bell-pale',
    imageAlt: 'A straight glass of pale beer under a small brass bell, in amber and green ink',
    score: 8.9,
    marks: { flavour: 3.6, finish: 1.8, aroma: 1.7, label: 0.9, value: 0.9 },
    description:
      'It’s a pale ale and they’ve made it twice, once with and once without. It’s bready and it’s dry and it’s got a head on it you could write your name in. It belongs to the brand that paid for this page, and you should hear me say that before I say anything else.',
    science:
      'Brewed to full strength. Alcohol removed under vacuum. Aroma that leaves with it is condensed and put back. Oats and 1 part in 20 of unfermented wort replace some of the body. The maker gives no figure for how much aroma is recovered.',
    reality:
      'The can says “a quarter past, and all is well”, which is the nearest it gets to a promise. We found bitterness, a proper head and a dry end, and no claim about how anybody would feel.',
    experience:
      'Three of us put it down as a right beer. Winifred wrote “first warm day”, and then she wrote “with a coat”.',
    pros: [
      'Orange peel and fresh bread, in that order',
      'Keeps its head to the last inch',
      'Strength printed on the front, as large as the name',
    ],
    cons: ['Thinner once it is warm', 'Six at a time or not at all'],
    bottomLine: 'It’s the glass that got finished. Nobody knew whose it was till the cans came out.',
    bestFor: 'The pint you would have had anyway',
    whereToBuy: 'From the maker, and from the sort of bottle shop that has a dog',
    limitedNote: 'Brewed once a month. The date is on the base of the can, and younger is better.',
    isWinner: true,
    ctaText: 'Learn More',
    href: '/go/quarter-bell-pale',
    customColor: 'green',
  },
  {
    rank: 2,
    name: 'Ostler Street Amber',
    maker: 'Ostler Street Brewery',
    abv: '0.5%\u00a0ABV',
    price: '£2.40 for a 500\u00a0ml bottle',
    availability: 'All year',
    image: 'ostler-street-amber',
    imageAlt: 'A dimpled mug of amber beer on a cobbled street, with a lamp behind it',
    score: 7.2,
    marks: { flavour: 2.9, finish: 1.4, aroma: 1.5, label: 0.8, value: 0.6 },
    description:
      'It’s a best bitter with the roof off. There’s a biscuit in it and there’s a wet pavement with leaves on, and it comes in a proper bottle, so you get to pour it.',
    science:
      'Fermented with a yeast that cannot use maltose. Little alcohol forms. The sugar stays. Dark crystal malt covers part of the worty flavour that results.',
    reality:
      'Sold as something “to lift the evening”. It is a good brown beer with toffee in it, and the evening was left where it was.',
    experience: 'Everybody liked the top of it. Two of us thought the bottom had been somebody else’s tea.',
    pros: ['A real malt flavour', 'Comes in a bottle worth pouring from', 'Very good with cheese'],
    cons: ['Sweeter as it warms', 'The back label runs to a short story'],
    bottomLine: 'If it’s bitter you miss, it’s this.',
    bestFor: 'A ploughman’s lunch',
    whereToBuy: 'Farm shops, and pubs with a fire',
    isWinner: false,
    ctaText: 'Learn More',
    href: '/go/ostler-street-amber',
    customColor: 'yellow',
  },
  {
    rank: 3,
    name: 'Nightjar Lager',
    maker: 'Heath & Holloway',
    abv: '0.0%\u00a0ABV',
    price: '£7.50 for six 330\u00a0ml bottles',
    availability: 'All year',
    image: 'nightjar-lager',
    imageAlt: 'A tall slim glass of lager against a dark heath, with a moth at the rim',
    score: 6.1,
    marks: { flavour: 2.3, finish: 1.2, aroma: 1.1, label: 0.9, value: 0.6 },
    description: 'Cold, clean, thin, polite. It’s like a man that’s come about the insurance.',
    science:
      'Reverse osmosis. The membrane passes water and alcohol and holds back most of the rest. Water and carbon dioxide are then added to restore the volume.',
    reality:
      'The word “unwind” appears on the neck, the front and the cap. The beer is brisk and rather tightly wound.',
    experience:
      'Straight from the fridge I’d no complaint. Ten minutes on the sideboard and it’s cornflakes, and then it’s the milk.',
    pros: ['Truly 0.0%, and says so clearly', 'Crisp when cold', 'Easy to find'],
    cons: ['Little aroma', 'Needs the fridge to hold it up'],
    bottomLine: 'Keep two at the back of the fridge. Keep them at the back.',
    bestFor: 'A hot day and a barbecue',
    whereToBuy: 'Most larger shops',
    isWinner: false,
    ctaText: 'Learn More',
    href: '/go/nightjar-lager',
    customColor: 'yellow',
  },
  {
    rank: 4,
    name: 'Low Meadow Wheat',
    maker: 'Low Meadow',
    abv: '0.3%\u00a0ABV',
    price: '£2.10 for a 440\u00a0ml can',
    availability: 'Spring and summer',
    image: 'low-meadow-wheat',
    imageAlt: 'A cloudy wheat beer in a flared glass among stalks of wheat, in two inks',
    score: 5.6,
    marks: { flavour: 2, finish: 1, aroma: 1.2, label: 0.8, value: 0.6 },
    description:
      'Coriander, orange, cloudy as a bath. They stop it that early it never gets the chance to be anything.',
    science:
      'Fermented cold, for under 24 hours. Most of the sugar remains. Lactic acid is added against the sweetness. 0.3% is the lowest strength here that is not 0.0%.',
    reality:
      'Described as “sunshine for the mind”. The mind was unchanged; the can was a cheerful yellow, and we enjoyed that.',
    experience:
      'Smell it and somebody’s peeling an orange on the bus. Drink it and it’s barley water at the tennis club, and you’re not a member.',
    pros: ['The best aroma below the first two', 'Lively'],
    cons: ['More squash than beer', 'Gone quickly'],
    bottomLine: 'Smell it. Then give it to your sister.',
    bestFor: 'Somebody who does not much like beer',
    whereToBuy: 'Garden centres, curiously',
    isWinner: false,
    ctaText: 'Learn More',
    href: '/go/low-meadow-wheat',
    customColor: 'orange',
  },
  {
    rank: 5,
    name: 'Bellwether Stout',
    maker: 'Bellwether Brewing',
    abv: '0.5%\u00a0ABV',
    price: '£9.90 for four 440\u00a0ml cans',
    availability: 'Autumn and winter',
    image: 'bellwether-stout',
    imageAlt: 'A dark pint with a cream head, a sheep’s bell hung from the handle',
    score: 5.2,
    marks: { flavour: 2.1, finish: 1.1, aroma: 1, label: 0.5, value: 0.5 },
    description:
      'Oh, the head on it. You could put a spoon in that and come back. It’s what’s under it that’s the bother.',
    science:
      'Roast barley for bitterness. Nitrogen for texture. Both are sound substitutes for alcohol. There is no third.',
    reality:
      'It calls itself “a hug in a glass”. The strength is on the underside of the can, where you will find it if you are hugging it upside down.',
    experience:
      '“Coffee, from the next house,” Joe has down. I’ve down “ashtray, clean”. We all wanted more of the foam.',
    pros: ['Beautiful to look at', 'Silky'],
    cons: ['Ashy finish', 'ABV is hard to find', 'Dear for what it is'],
    bottomLine: 'Pour it. Look at it. Good.',
    bestFor: 'Watching it settle',
    whereToBuy: 'Supermarkets, from October',
    isWinner: false,
    ctaText: 'Learn More',
    href: '/go/bellwether-stout',
    customColor: 'orange',
  },
  {
    rank: 6,
    name: 'Evenkeel Botanical Brew',
    maker: 'Evenkeel Drinks',
    abv: '0.0%\u00a0ABV',
    price: '£3.20 for a 250\u00a0ml can',
    availability: 'All year',
    image: 'evenkeel-botanical-brew',
    imageAlt: 'A small can among roots and leaves, floating perfectly level',
    score: 5.2,
    marks: { flavour: 2.3, finish: 1.2, aroma: 1.1, label: 0.2, value: 0.4 },
    description:
      'It’s a hop drink with plants in it, off the shelf they call “functional”, and it’s come dressed as a beer and nobody’s said anything.',
    science:
      'Hop tea, fruit acid, carbon dioxide, 5 botanicals in amounts that are not stated. A claim that a food or drink benefits health must be authorised before it may be made in Great Britain. I have none to report.',
    reality:
      'Nearly the whole can is mood. We read it twice, looking for the strength, and found it beside the barcode.',
    experience:
      'Grapefruit. A lawn. A wee tingle at the back we all looked at each other over, and it was ginger. I liked it. I liked it as a can of ginger, which is what we called anything fizzy.',
    pros: ['Bitter in an interesting way', 'Not at all sweet'],
    cons: ['It is not beer', 'The label says much and tells little', 'Small'],
    bottomLine: 'A good can of juice with a lot on its mind.',
    bestFor: 'A tall glass with ice',
    whereToBuy: 'Chemists and railway stations',
    isWinner: false,
    ctaText: 'Learn More',
    href: '/go/evenkeel-botanical-brew',
    customColor: 'orange',
  },
]

/** `/reviews/top-5-non-alcoholic-beers-uk`: an advertisement feature, and labelled as one. */
export const review: Review = {
  slug: 'top-5-non-alcoholic-beers-uk',
  title: 'The Top 5 “Mood-Enhancing” Drinks, Tested for Everything but the Mood',
  standfirst:
    'There is a shelf for alcohol-free drinks that say they will do something for you. We put six of them in coded glasses and asked what they taste like.',
  excerpt:
    'Six alcohol-free drinks from the “mood” shelf, tasted blind. An advertisement feature, paid for by the brand that came first.',
  category: 'The Review',
  author: 'Callum Frew',
  label: 'Ad',
  sponsor: {
    name: 'Quarter Bell',
    statement:
      'Advertisement feature. Quarter Bell paid for this page, chose the field and approved the text before it went up, and its beer is ranked first. We earn a commission when you follow a link from here and buy. Please read the rest with that in mind.',
  },
  readMinutes: 11,
  heroAlt:
    'Six coded glasses in a row on a slatted bench, from straw to black, printed in copper and green with the grain showing',
  heroCaption: 'Left to right: 411, 207, 930, 118, 656 and 342. Illustration: generated.',
  intro: [
    'There’s a shelf now, somewhere between the tonic water and the vitamins, and everything on it’s under half a per cent and it’s all going to do something for you. It’ll calm you down. It’ll lift you. One of them’s a hug. The trade calls it mood-enhancing, and we’ve put that in quotation marks in the title, and that’s as near as we’re going to it.',
    'Because you can’t just say a thing like that. A claim that a drink does you good has to be authorised first, and we’ve seen nothing authorised for anything on this page, so we’re making none. We don’t say any of them’ll help you sleep, or work, or cope, or stop. I can tell you which of them’s nice.',
    'And it’s an advert. I’ll say it again at the bottom. The brand that paid for it came first. We’d no idea which glass was whose, and the marks are all there to one decimal place and you can add them up yourself. But they picked who they were up against, and if you think that makes no odds you’ve never picked teams.',
  ],
  framework: {
    title: 'How we tested',
    text: [
      'Tomasz designed it, and this is how he puts it. 4 tasters, 6 drinks, 3 sessions, 7 days apart. Poured out of sight. Black glasses, 3-figure codes, a new order each time. Each drink at 12 °C and again at 4 °C.',
      'Marks were given on paper, in silence, before anybody spoke. Each figure printed is the mean of 12. He also wrote the lines headed The science. I wrote the rest.',
    ],
    criteria,
    steps: [
      'Labels are covered and glasses coded by somebody who takes no further part.',
      'Each taster has water, plain crackers and a spittoon, and goes at their own pace.',
      'Marks are handed in. Only then is there talk, and only the talk is quoted.',
      'The cans are uncovered last, and the label is marked on its own.',
    ],
  },
  products,
  tieNote:
    'A top five with six places: the fifth and sixth finished level on 5.2, so both are printed. The stout stands first of the two because it is a beer.',
  excluded: {
    title: 'Who did not make the cut',
    items: [
      {
        name: 'Harbour Light Helles (0.5% ABV)',
        reason:
          'Two cans of the three were flat, so there was nothing fair that we could say about the third.',
      },
      {
        name: 'Old Compass Ginger Ale (0.0% ABV)',
        reason: 'Delicious, and not an alternative to beer by any definition we could stretch.',
      },
      {
        name: 'Serotone Night Brew (0.0% ABV)',
        reason:
          'The label makes a promise about sleep that we are not willing to repeat, even to disagree with.',
      },
      {
        name: 'Thursday Small IPA (0.9% ABV)',
        reason: 'Rather good. It is a low-alcohol beer, above the half per cent at which our list stops.',
      },
    ],
  },
  verdict: {
    title: 'The verdict',
    text: [
      'It’s the Quarter Bell, and I’d have liked it to be something else, because you’ll think what you’ll think. It’s a pale ale somebody’s taken trouble over. If your heart’s brown, get the Ostler Street. After that it goes down like a stair, and here’s a thing: put the cans in order of how much they say they’ll do for you, and you’ve near enough got our list upside down.',
      'So look for the number. That’s all I’d ask you to take off an advert. There’s none of the six above 0.5%, there’s two at 0.0%, and there’s two we’d to turn the can round to find out.',
      'And don’t start on my account. If you weren’t having one, you weren’t having one. These are for when you would have been.',
    ],
  },
  offer: {
    title: 'A free t-shirt, since you have read this far',
    text: 'Quarter Bell will send readers a t-shirt in heavy undyed cotton, printed with a small bell and nothing else. You do not have to buy any beer to ask for one.',
    terms: [
      'For people aged 18 and over with an address in the United Kingdom.',
      'One for each household, in five sizes, for as long as there are some.',
      'No purchase, no subscription, nothing to pay for postage.',
      'We are paid when you follow this link, whether or not you ever wear the thing.',
    ],
    ctaText: 'Ask for a t-shirt',
    href: '/go/free-t-shirt',
  },
  testers: [
    {
      name: 'Callum Frew',
      role: 'Reviews, this magazine',
      bio: 'Greenock. Six years on a whisky blender’s tasting panel, and has never given a ten. Wrote the cards, and was paid for it by the magazine.',
    },
    {
      name: 'Tomasz Bell',
      role: 'Science, this magazine',
      bio: 'Burton upon Trent. 14 years in a brewery laboratory. Drew the order of the glasses by lot and kept the lot.',
    },
    {
      name: 'Winifred Oyelaran',
      role: 'Tea taster, retired',
      bio: 'Thirty-one years in Mincing Lane and after. Had never tried an alcohol-free beer and describes everything in terms of weather.',
    },
    {
      name: 'Joe Tranter',
      role: 'Publican',
      bio: 'Keeps a pub with two hand pumps and no music in Shropshire. Has not had a drink with alcohol in it since 2016, and is the only one of us who knew what he was looking for.',
    },
  ],
  disclaimer: {
    title: 'About this page',
    text: [
      'This is an advertisement feature. It was paid for by Quarter Bell, which had control of the selection and approval of the text. It is not an independent consumer review and should not be relied on as one. Links marked Ad are affiliate links, for which we may be paid.',
      'The brands, drinks, shops and tasters on this page are invented, as are the prices. The links lead to pages of this site, and nothing can be bought there.',
      'For people aged 18 and over. Alcohol-free, de-alcoholised and low-alcohol drinks may contain some alcohol: the strength of each is on its card. If you avoid alcohol altogether, for any reason, look for 0.0% and read the label. Nothing here is medical advice.',
    ],
  },
}
