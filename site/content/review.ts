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
    abv: '0.5% ABV',
    price: '£10.80 for six 330 ml cans',
    availability: 'All year',
    image: 'quarter-bell-pale',
    imageAlt: 'A straight glass of pale beer under a small brass bell, in amber and green ink',
    score: 8.9,
    marks: { flavour: 3.6, finish: 1.8, aroma: 1.7, label: 0.9, value: 0.9 },
    description:
      'A de-alcoholised pale ale, brewed at full strength, matured for three weeks and then taken apart and put back together without the alcohol. It belongs to the brand that paid for this page.',
    science:
      'The alcohol comes off under vacuum at low heat, and the aroma that leaves with it is caught and returned. A portion of oats and a little unfermented wort fill the hole in the middle. Nothing is added that a brewer would not recognise.',
    reality:
      'The can says “a quarter past, and all is well”, which is the nearest it gets to a promise. We found bitterness, a proper head and a dry end, and no claim about how anybody would feel.',
    experience:
      'Three of the four took it for an ordinary pale ale. The fourth wanted to know who had slipped in a control.',
    pros: [
      'Orange peel and fresh bread, in that order',
      'Keeps its head to the last inch',
      'Strength printed on the front, as large as the name',
    ],
    cons: ['Thinner once it is warm', 'Six at a time or not at all'],
    bottomLine: 'The one that the panel finished without being asked to. They did not know whose it was.',
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
    abv: '0.5% ABV',
    price: '£2.40 for a 500 ml bottle',
    availability: 'All year',
    image: 'ostler-street-amber',
    imageAlt: 'A dimpled mug of amber beer on a cobbled street, with a lamp behind it',
    score: 7.2,
    marks: { flavour: 2.9, finish: 1.4, aroma: 1.5, label: 0.8, value: 0.6 },
    description:
      'An amber ale in the manner of a best bitter, from a brewery that makes the strong version next door and is not embarrassed by the comparison.',
    science:
      'Made with a yeast that leaves maltose alone, so that little alcohol forms in the first place. Dark crystal malt covers the worty note which that method usually leaves behind.',
    reality:
      'Sold as something “to lift the evening”. It is a good brown beer with toffee in it, and the evening was left where it was.',
    experience:
      '“Digestive biscuit, wet leaves, a clean glass.” Everyone liked the first half. Two of the four found the second half rather sweet.',
    pros: ['A real malt flavour', 'Comes in a bottle worth pouring from', 'Very good with cheese'],
    cons: ['Sweeter as it warms', 'The back label runs to a short story'],
    bottomLine: 'The choice for people who miss bitter in particular.',
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
    abv: '0.0% ABV',
    price: '£7.50 for six 330 ml bottles',
    availability: 'All year',
    image: 'nightjar-lager',
    imageAlt: 'A tall slim glass of lager against a dark heath, with a moth at the rim',
    score: 6.1,
    marks: { flavour: 2.3, finish: 1.2, aroma: 1.1, label: 0.9, value: 0.6 },
    description:
      'A pale lager with all of its alcohol removed by a membrane, cold and clean and a little too anxious to be liked.',
    science:
      'Pushed under pressure through a membrane that lets water and alcohol by and holds back nearly everything else, and then made up with fresh water and carbon dioxide.',
    reality:
      'The word “unwind” appears on the neck, the front and the cap. The beer is brisk and rather tightly wound.',
    experience:
      'Refreshing for as long as it was cold. At larder temperature, the panel’s usual, there was cereal and then there was not very much.',
    pros: ['Truly 0.0%, and says so clearly', 'Crisp when cold', 'Easy to find'],
    cons: ['Little aroma', 'Needs the fridge to hold it up'],
    bottomLine: 'A dependable thing to have at the back of the shelf.',
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
    abv: '0.3% ABV',
    price: '£2.10 for a 440 ml can',
    availability: 'Spring and summer',
    image: 'low-meadow-wheat',
    imageAlt: 'A cloudy wheat beer in a flared glass among stalks of wheat, in two inks',
    score: 5.6,
    marks: { flavour: 2, finish: 1, aroma: 1.2, label: 0.8, value: 0.6 },
    description: 'A hazy wheat beer with coriander and orange, stopped early so that it never gets strong.',
    science:
      'Fermented cold and for less than a day. That leaves most of the sugar in, and a good dose of lactic acid is there to argue with it.',
    reality:
      'Described as “sunshine for the mind”. The mind was unchanged; the can was a cheerful yellow, and we enjoyed that.',
    experience:
      'A lovely nose, like somebody peeling an orange in the next room. Then lemon barley water, then the end.',
    pros: ['The best aroma after the winner', 'Lively'],
    cons: ['More squash than beer', 'Gone quickly'],
    bottomLine: 'Pleasant, and some way from the subject.',
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
    abv: '0.5% ABV',
    price: '£9.90 for four 440 ml cans',
    availability: 'Autumn and winter',
    image: 'bellwether-stout',
    imageAlt: 'A dark pint with a cream head, a sheep’s bell hung from the handle',
    score: 5.2,
    marks: { flavour: 2.1, finish: 1.1, aroma: 1, label: 0.5, value: 0.5 },
    description: 'A nitrogen stout with a magnificent head and rather less going on underneath it.',
    science:
      'Roast barley brings bitterness without hops, and nitrogen brings texture without alcohol. It is sound thinking, and a third idea would have helped.',
    reality:
      'It calls itself “a hug in a glass”. The strength is on the underside of the can, where you will find it if you are hugging it upside down.',
    experience:
      '“Coffee that someone has described to me,” wrote one taster. Another asked for more of the foam.',
    pros: ['Beautiful to look at', 'Silky'],
    cons: ['Ashy finish', 'ABV is hard to find', 'Dear for what it is'],
    bottomLine: 'Buy it for the pour.',
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
    abv: '0.0% ABV',
    price: '£3.20 for a 250 ml can',
    availability: 'All year',
    image: 'evenkeel-botanical-brew',
    imageAlt: 'A small can among roots and leaves, floating perfectly level',
    score: 5.2,
    marks: { flavour: 2.2, finish: 0.9, aroma: 1.1, label: 0.2, value: 0.8 },
    description:
      'A sparkling hop drink with plant extracts, sold from the shelf marked “functional” and dressed as a beer.',
    science:
      'Hop tea, fruit acid, carbonation, and five botanicals in amounts that are not given. A claim that a food or drink benefits health has to be authorised before it may be made in Great Britain. We have none to pass on.',
    reality:
      'Nearly the whole can is mood. We read it twice, looking for the strength, and found it beside the barcode.',
    experience:
      'Grapefruit, cut grass, a mild tingle that turned out to be ginger. All four of us liked it rather more than we had meant to, as a soft drink.',
    pros: ['Bitter in an interesting way', 'Not at all sweet'],
    cons: ['It is not beer', 'The label says much and tells little', 'Small'],
    bottomLine: 'A decent grapefruit soda with a great deal on its mind.',
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
    'Somewhere between the tonic water and the vitamins there has grown up a shelf of drinks, nearly all of them under half a per cent, which are sold on how they are going to make you feel. They calm. They lift. They hug. The trade calls them mood-enhancing, and we have put the words in quotation marks because that is as far as we can honestly take them.',
    'Claims of that kind about food and drink have to be authorised before they may be made, and we have seen none for anything on this page. So we make none. Nor do we suggest that any of these will help you to sleep, work, cope or stop. What we can do is tell you which is the nicest thing to drink.',
    'You should also know that this is an advertisement. The brand that paid for it came first. Our panel did not know which glass was whose, and we have printed their marks to one decimal place so that you can do the sums yourself; but the brand picked the opposition, and it would be a strange world in which that made no difference.',
  ],
  framework: {
    title: 'How we tested',
    text: [
      'Four tasters, six drinks, three sessions a week apart. Everything was poured out of sight into black glasses with three-figure codes, in a new order each time, at the temperature of a larder and then again from the fridge.',
      'Marks were given in silence on paper, before anybody spoke. What is printed is the mean of the twelve, criterion by criterion.',
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
      'The best drink here was the one with least to say for itself. Quarter Bell Pale tastes like a pale ale which somebody has gone to the trouble of making twice, and that, give or take a column and a condenser, is what happened to it. Ostler Street is worth seeking out if your heart is brown. After that the marks fall away, and it is striking how they fall in nearly the same order as the adjectives on the can increase.',
      'If you only take away one thing from an advertisement, let it be the habit of looking for the number. None of the six is above 0.5%, two are 0.0%, and two made us turn the can over to find out.',
      'None of them is a reason to drink when you were not going to. If you do drink alcohol, the UK Chief Medical Officers’ low-risk guideline is no more than 14 units a week, spread over three or more days. These are for the other times, or for the same times, or for neither.',
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
      bio: 'Tastes at the temperature of a larder and has never given a ten. Wrote the cards, and was paid for it by the magazine.',
    },
    {
      name: 'Tomasz Bell',
      role: 'Science, this magazine',
      bio: 'Once a brewery chemist. Insisted that the order of the glasses be drawn by lot, and then asked to see the lot.',
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
