/** One page of the free ebook. */
export interface Principle {
  /** 1 to 25; the page it stands on. */
  readonly number: number
  readonly title: string
  /** One paragraph of 90 to 140 words. */
  readonly body: string
}

export const ebookTitle = 'Twenty-Five Principles for Drinking on Purpose'

/** In the order of the pages. */
export const principles: readonly Principle[] = [
  {
    number: 1,
    title: 'Decide before you sit down',
    body: 'The worst place in which to choose how much you will drink is the place where you are drinking it. By then there are other people, a warm room and a bar within reach, and none of them is neutral. Choose on the way there, while it is still an ordinary question, like what time the last bus goes. It helps to choose a number and say it aloud to somebody, who need not approve. You are allowed to change it, downwards at once and upwards only after you have stood outside for a minute in whatever weather there is. Most revisions do not survive the weather. What you have done is let the sober half of the evening do the thinking, since it is better at it.',
  },
  {
    number: 2,
    title: 'The first half is thirst',
    body: 'Watch anyone with a fresh glass on a warm day. The first half goes in a few minutes, and hardly any of it is tasted, because thirst is doing the drinking and thirst has no palate. There is nothing wrong with that, but it would have been quite as happy with water. What remains is the part you might actually enjoy, and it is the part that usually goes down while you are talking about something else. So put the glass on the table at the half-way mark and take your hand away. Look at it. Ask if you want the rest, and wait long enough to hear. The answer will often be yes. It will taste different for having been asked.',
  },
  {
    number: 3,
    title: 'Know what it is for',
    body: 'Every drink is hired to do something. It marks the end of work, or gives your hands an occupation at a party, or goes with the cheese, or is simply a very good example of its kind. Before you order, name the job. If it is to mark the end of work, then the first few mouthfuls have done it and the remainder is on overtime. If it is for your hands, then anything in a glass will serve. If it is for the taste, order the best thing there and drink it slowly enough to notice. And if no job comes to mind, that is worth knowing as well. Not every vacancy needs to be filled, and a drink with nothing to do tends to make work for itself.',
  },
  {
    number: 4,
    title: 'Read the number',
    body: 'The most useful word on any label is not a word. Strength in the same colour of beer may run from 2.8 to 8 per cent, and the pump clip is not going to raise its voice about it. Multiply the size of the glass in millilitres by the percentage, divide by a thousand, and you have units: a pint at 4 per cent is 2.3, and at 6 it is 3.4. The UK Chief Medical Officers’ low-risk guideline is no more than 14 units a week, spread over three or more days if you drink as much as that. You do not have to do this sum for ever. Do it for a fortnight and you will find that you can read a bar as you read a map.',
  },
  {
    number: 5,
    title: 'Begin with water',
    body: 'Have a glass of water before anything else, and drink it standing, like a person who has come in from a field. This is not offered as medicine. It simply takes thirst off the rota, so that what comes afterwards can be chosen for some better reason. Then keep another glass of it beside you all evening, filled, in plain sight. You will drink more of it than you expect, for the hand does not much mind what it picks up. Pubs in England, Wales and Scotland that serve alcohol must give you tap water free if you ask for it, and a good one will bring a jug without any look at all. Judge a house by the jug.',
  },
  {
    number: 6,
    title: 'Small glasses make better critics',
    body: 'Nobody learned anything from the fourth pint of the same thing. A third of a pint is a legal measure in this country, and it holds all of the information that a pint does: the aroma, the bitterness, the way it finishes, and whether you would have another. Order thirds when you are curious and halves when you are not sure. If a bar will not sell them, ask why, out loud and kindly, since they may only be waiting for somebody to ask. There is an idea about that a small glass is a timid one. The people who taste beer for a living use glasses that would embarrass an egg cup, and nobody has ever questioned their commitment.',
  },
  {
    number: 7,
    title: 'Smell it before you taste it',
    body: 'Most of what we call flavour is smell, arriving by the back door. A beer poured to the brim and swallowed at once never gets the chance to show it to you. So leave some room at the top of the glass, give it one turn and put your nose in before your mouth. Do it twice; the second time you will find what the first one told you to look for. Say what it reminds you of, however foolish, because memory is the only instrument you have got and it dislikes being corrected. Somebody’s shed is a perfectly good tasting note. You will look a little absurd for about four seconds, which is a small price, and after a few weeks you will not even notice that you do it.',
  },
  {
    number: 8,
    title: 'Let it warm up',
    body: 'Cold is an anaesthetic. It is used to hide things, which is why the beers with least to say are always served the coldest. Lager is good at the temperature of a properly cold fridge, five degrees or so. Most pale ales open out nearer to eight or ten, bitter is at home in a cool cellar at eleven to thirteen, and something dark and strong may want to be warmer still. If what you have been given is too cold, do not send it back. Put your hands round the glass and wait. You will have learned, first, how much had been kept from you, and, second, that ten minutes went by very pleasantly while you did nothing but hold something.',
  },
  {
    number: 9,
    title: 'Learn one beer properly',
    body: 'There are thousands of beers in Britain and it is possible to spend a lifetime being introduced to them. For a season, try the opposite. Choose one, brewed nearby and not too strong, and have it whenever you would have had a beer at all. Have it fresh and have it tired, from cask and from a bottle, in January and in a heatwave. You will begin to know when a new barrel has been put on, and which pub looks after its lines. By the spring you will know one thing very well, and will find that you can taste everything else by how it differs. It is how people learn a language, a street or a spouse, and none of those is improved by sampling widely at the start.',
  },
  {
    number: 10,
    title: 'Respect weak beer',
    body: 'Anybody can make an impression at eight per cent. Alcohol brings body, sweetness and warmth along with it, and covers for a good many mistakes. At three per cent there is nowhere to hide. The malt must be well chosen and the mash warm, the hops weighed with a chemist’s hand, and the cellar spotless, and all so that somebody can say that it was nice. A mild or a table beer or a light bitter of that sort is among the hardest things a brewer does and it is usually the cheapest on the bar. When you see one, have it in preference to the thing with the longer description. You will still be able to follow the conversation at ten, and may even have said something in it.',
  },
  {
    number: 11,
    title: 'Alcohol-free is a beer like any other',
    body: 'Order it without a joke. Do not mention the car. Ask which one they have, and what strength, since anything from 0.0 to 0.5 per cent may be on the shelf under a similar name and some people need to know. Ask to have it in a glass. Then taste it as you would any beer, and say if it is bad, because politeness has done more harm to this part of the trade than bad brewing. The good ones now have bitterness and length and an end. They earn a place beside the others, between two of them, or in place of the last. And when someone else asks for one, the correct thing to say is what you would say of any order, which is nothing.',
  },
  {
    number: 12,
    title: 'Have something to eat',
    body: 'A drink on its own tends to ask for another. Something on a plate gives it somebody to talk to. It does not need to be a meal; it can be a cheese roll, provided that the bread is good, or a dish of hot potatoes with salt. Bitterness is made for fat, sourness for oysters and for fish in batter, and anything brown for anything roasted. Eat before you go, too, if the evening is going to be a long one, because nobody has ever ordered wisely with an empty stomach, in any sort of establishment. You will spend a little more on food and, for reasons that become clear when you look at the bill, a little less altogether.',
  },
  {
    number: 13,
    title: 'Owe people other things',
    body: 'The round is a fine old custom and it has a flaw in it: everyone has to drink as many as there are people, at the speed of the fastest. You can keep what is good about it and lose the arithmetic. Stand one round, at the start, for everyone who is there, and say that the next is each to his own. Or buy the food. Or be the person who buys the round that includes two halves, a soda water and a thing with no alcohol in it, cheerfully and without reading the list aloud in a funny voice. Generosity can be paid in lifts home, in turning up, in asking after someone’s mother. There has never been a shortage of currencies.',
  },
  {
    number: 14,
    title: 'Choose the chair first',
    body: 'Before you look at the taps, look at the room. Is there a table where four can hear one another? Is there somewhere to put a coat? Can you see the fire, or failing that the door? More evenings are settled by furniture than by beer, for people who are comfortable drink slowly and people who are standing with nowhere to put anything drink because it is the only thing to do with the glass. If the right chair is not to be had, go somewhere else and come back at another time. A pub is chiefly a place to sit, with a bar attached, to pay for it. When you find one which understands that, be loyal to it. It will need you on a Tuesday.',
  },
  {
    number: 15,
    title: 'Call your own last orders',
    body: 'For most of a century the law told this country when to stop, with a bell, and we complained about it and went home. The bell has grown vague, and nothing was put in its place. Appoint one. Half past nine is good, or the end of a chapter, or when the first person yawns. Tell the others when you arrive, so that it is a fact about the evening and not a verdict on it. When the time comes, stand up. Do not sit down again to finish the story, which will be just as good on the pavement. People who leave while they are still enjoying themselves are always asked back, and they are the only ones who can remember having had a good time.',
  },
  {
    number: 16,
    title: 'Never explain a no',
    body: 'No, thank you. It is a complete remark. As soon as you add a reason you have opened negotiations, because a reason can be examined and found wanting: you can get a taxi, you can start again tomorrow, one won’t hurt. You are not obliged to be driving, or pregnant, or in training, or to be on anything, in order not to want a drink. If you are pressed, say it once more in the same words and the same tone, and ask the other person about themselves, which very few people can resist. And when you are the one who is offering, offer once, clearly, so that it is easy to accept; and take the first answer as if it were the only one.',
  },
  {
    number: 17,
    title: 'Make room for the one who isn’t',
    body: 'The manners of a table can be judged by how it treats those who are not drinking. Do they have something in a proper glass? Is it filled when the others are? Has anybody asked them why? The trick is to notice without remarking. Order for them with the same interest you would bring to anyone, and know what the place has got, since ‘orange juice, I suppose’ is a dreary thing to hear from behind a menu. Let the evening contain something besides the bottle: a walk first, a card game, a plate in the middle. And let them leave when they like, without a chorus. It costs the rest of you nothing. You may be glad of it one day, from the other side.',
  },
  {
    number: 18,
    title: 'Put the telephone away',
    body: 'Two things compete for the idle hand, and each is made worse by the other. You pick up the glass while you look at the screen, and then look up to find the glass empty and the conversation elsewhere, and can recall neither. Leave it in your coat. If there are several of you, a biscuit tin in the middle of the table does very well, and the person who opens it first buys the crisps. Now there is only the drink, and the people, and whatever is going on at the next table. You will be a bit bored at first. Stay with that. Boredom is the waiting room for nearly everything that is any good, and it is astonishing what one overhears there.',
  },
  {
    number: 19,
    title: 'Do not send it to mend things',
    body: 'A drink is a fair companion to a good mood and a poor remedy for a bad one. It does not know what was the matter and cannot be told. If the day has been hard, do something first that is addressed to the day: walk round the block, ring the person up, write the letter and do not post it, sleep. Then see if you still want the drink, and for what. If you find that you often want it for the same purpose, or that you would rather others did not know, that is the moment to talk to somebody. Your GP will have heard it before, Drinkaware will tell you where else to turn, and neither one will be shocked. A magazine is not the right tool for that job.',
  },
  {
    number: 20,
    title: 'Arrange the way home first',
    body: 'Every decision about a vehicle should be made by someone who has had nothing. That means making it before you go. Book the taxi, find out about the bus, hand over the keys or leave them in the kitchen. If you are to be the driver then you are not drinking, and there is no amount that is worth working out; the legal limits are not a target, they differ between Scotland and the rest of the United Kingdom, and no glass comes marked with them. Think about the morning as well, as alcohol takes longer to leave than people suppose. It is a curious thing how well one sits in a chair, and how little one looks at the clock, when the end of the evening is already paid for.',
  },
  {
    number: 21,
    title: 'Keep some evenings empty',
    body: 'If you drink, let there be days on which you do not, several in the week, and let them be ordinary ones. They do not have to be called anything. There is no need for a challenge, an app or a month with an adjective in front of it; those treat a Wednesday without beer as an ordeal to be got through with sponsorship. Think of the empty evening as the margin of a page. It is the white part which makes the rest legible. You will find out which of your habits are about the drink and which are about six o’clock, and it is very often six o’clock, which can be met with a bath or a walk or a plate of toast. After that, when you do have one, it is an event.',
  },
  {
    number: 22,
    title: 'Notice what it costs',
    body: 'Keep the receipts for a month, in a drawer, and do not add them up until the end. This is no plea for thrift, since there are worse things to spend money on than a room with other people in it. But price is a form of attention. Divide the total by the number of drinks that you can actually remember, and you will have the true cost of a good one, and it is going to be a remarkable figure. Most people find that they could have had far better beer, and less of it, in nicer places, for what they spent on the ones that left no trace. Then spend it like that, so that at the end of the next month you have something to show for it.',
  },
  {
    number: 23,
    title: 'Ask who chose the beer',
    body: 'Behind every tap there is a decision and someone who made it. It may have been the woman who is serving you, on the strength of a sample and a hunch, or it may have been a spreadsheet in another county. Ask. ‘Who picks these?’ is a friendly question and it tells you more than the board does. Where the answer is a person in the building, ask what they would have, and take it, and tell them afterwards what you thought. It is the shortest way known to a better pint, and pubs are in the end quite sensitive instruments: they pour more of what is spoken of. Small breweries seldom close for want of people who like the beer. It is more often that nobody said so in the right ear.',
  },
  {
    number: 24,
    title: 'Write one line',
    body: 'Keep a small notebook, and for every drink you wish to remember write one line. Not a score; a number is a way to stop thinking. Put down what it was and how strong, who was there, and one thing that was true of it and of nothing else. ‘Black, dry, like a piano lid. Ruth laughing about the heron.’ If you cannot find one thing to write, then you were not there, and may draw your own conclusions about whether it was worth having. At the end of the year read the book straight through, which will take you some ten minutes. It will turn out to be about people, very largely, and weather, and it will contain rather fewer entries than you had supposed. Keep it.',
  },
  {
    number: 25,
    title: 'Leave while it is good',
    body: 'This is the last principle and all the rest are practice for it. There is a moment in any evening when it is as good as it is going to be. It does not ring, and it is hard to hear over the suggestion that more of the same would be more of the same. Learn the sound of it. Someone has just said the funniest thing, the food is finished, the glass is an inch from empty, and you would not change a detail. Get up then. You may leave the inch: it is only beer, there will be some next week, and to walk away from a good thing that is still good is to have had it entirely. Good night. Mind the step.',
  },
]
