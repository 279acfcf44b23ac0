import type { Category } from './frontmatter.ts'

export function CategoryBadge({ category }: { readonly category: Category }) {
  return (
    <p className="category" data-colour={categoryColour(category)}>
      {category}
    </p>
  )
}

type CategoryColour = 'accent' | 'primary' | 'muted'

const COLOURS: Record<Category, CategoryColour> = {
  'The Culture': 'accent',
  'The Guide': 'accent',
  'The Science': 'primary',
  'The Business': 'primary',
  'The Review': 'muted',
}

/** The ink of a category: a name of `tokens.css`. */
function categoryColour(category: Category): CategoryColour {
  return COLOURS[category]
}
