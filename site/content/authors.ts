import { publication } from '@half-measure/shared/publication.ts'

/** A byline of the magazine. All five are invented; `docs/editorial/voices.md` says how each one writes. */
export interface Author {
  readonly slug: string
  /** As in the frontmatter of articles. */
  readonly name: string
  readonly role: string
  readonly place: string
  /** For their page, two or three sentences. */
  readonly bio: string
  /** For the end of an article, one. */
  readonly note: string
  /** Of a portrait as invented as its sitter. */
  readonly portraitAlt: string
}

export const authors: readonly Author[] = [
  {
    slug: 'imogen-hartley',
    name: 'Imogen Hartley',
    role: 'Editor',
    place: 'Croydon',
    bio: 'Imogen Hartley took the minutes of technical committees, and was deputy editor of a trade journal about packaging, before she began to write a letter on Fridays to eleven people who had not asked for one. She edits the magazine that it became, reads all the small type, and writes the essays and the stories.',
    note: `Imogen Hartley edits ${publication.name} from Croydon. She used to take minutes.`,
    portraitAlt:
      'Imogen Hartley, drawn: a copper-haired woman in round spectacles before ruled paper, with a pencil behind her ear',
  },
  {
    slug: 'tomasz-bell',
    name: 'Tomasz Bell',
    role: 'Science',
    place: 'Burton upon Trent',
    bio: 'Tomasz Bell read chemistry at Hull and worked for 14 years in the quality laboratory of a Burton brewery, on the gas chromatograph and the forced-ageing oven. He writes about what has been measured, by whom, how often, and with what left out.',
    note: 'Tomasz Bell writes about science from Burton upon Trent. He spent 14 years in a brewery’s laboratory.',
    portraitAlt:
      'Tomasz Bell, drawn: a man with cropped hair in a laboratory coat before the peaks of a chromatogram',
  },
  {
    slug: 'dev-ramanathan',
    name: 'Dev Ramanathan',
    role: 'Guides',
    place: 'Birmingham',
    bio: 'Dev Ramanathan started on the washing-up at sixteen and came out the other end of fifteen kitchens as a sous-chef. He writes the guides. Most of them have a list in them, and the list has been tried on a Tuesday.',
    note: 'Dev Ramanathan writes the guides from Birmingham. He was a sous-chef, and still has two of the knives.',
    portraitAlt:
      'Dev Ramanathan, drawn: a bearded cook with a striped towel over his shoulder, orders hanging on the rail behind him',
  },
  {
    slug: 'ruth-achterberg',
    name: 'Ruth Achterberg',
    role: 'Business',
    place: 'Leeds',
    bio: 'Ruth Achterberg is a chartered accountant who spent eleven years among insolvent companies, most of them reading statements of affairs. She writes from documents, links each of them, and owns no shares in anything that brews.',
    note: 'Ruth Achterberg writes about the business from Leeds. She owns no shares in anything that brews.',
    portraitAlt:
      'Ruth Achterberg, drawn: a woman with grey hair put up and half-moon spectacles, before two columns of figures with a red line in each',
  },
  {
    slug: 'callum-frew',
    name: 'Callum Frew',
    role: 'Reviews',
    place: 'Greenock',
    bio: 'Callum Frew had nine summers behind the bar of a Clyde steamer and six years on a whisky blender’s tasting panel, where he learned to spit. He writes the tastings, and about the places they happen in. He has never given a ten.',
    note: 'Callum Frew reviews from Greenock. He has never given a ten.',
    portraitAlt:
      'Callum Frew, drawn: a man with a ginger beard, a woollen hat and a striped scarf, in the rain, a steamer behind him',
  },
]

/** @throws where nobody of that name writes here: a byline is a link. */
export function authorNamed(name: string): Author {
  const author = authors.find((candidate) => candidate.name === name)
  if (!author) throw new Error(`nobody in content/authors.ts is called ${name}`)
  return author
}
