import type { Category } from './frontmatter.ts'

export type CategoryColour = 'accent' | 'primary' | 'muted'

const COLOURS: Record<Category, CategoryColour> = {
  'The Culture': 'accent',
  'The Guide': 'accent',
  'The Science': 'primary',
  'The Business': 'primary',
  'The Review': 'muted',
}

/** The ink of a category: a name of `tokens.css`. */
export function categoryColour(category: Category): CategoryColour {
  return COLOURS[category]
}
