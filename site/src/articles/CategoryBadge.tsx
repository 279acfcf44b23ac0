import { categoryColour } from './category.ts'
import type { Category } from './frontmatter.ts'

export function CategoryBadge({ category }: { readonly category: Category }) {
  return (
    <p className="category" data-colour={categoryColour(category)}>
      {category}
    </p>
  )
}
