import type { Category } from './frontmatter.ts'

interface CategoryDetails {
  readonly slug: string
  /** The ink: a name of `tokens.css`. */
  readonly colour: 'accent' | 'primary' | 'muted'
  /** Stands under the title of its page. */
  readonly about: string
}

export const categories: Readonly<Record<Category, CategoryDetails>> = {
  'The Business': {
    slug: 'the-business',
    colour: 'primary',
    about: 'Who pays, who owns it, who closed, and what the documents say.',
  },
  'The Culture': {
    slug: 'the-culture',
    colour: 'accent',
    about: 'Pubs, families, other countries, and what people mean by the same again.',
  },
  'The Science': {
    slug: 'the-science',
    colour: 'primary',
    about: 'What has been measured, how often, and what nobody has measured yet.',
  },
  'The Guide': {
    slug: 'the-guide',
    colour: 'accent',
    about: 'What to do, in which order, and why in that order.',
  },
  'The Review': {
    slug: 'the-review',
    colour: 'muted',
    about: 'What things taste like, and whether anybody finished the glass.',
  },
}
