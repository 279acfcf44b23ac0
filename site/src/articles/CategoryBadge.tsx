import { paths } from '../paths.ts'
import { categories } from './categories.ts'
import type { Category } from './frontmatter.ts'

/** Links to the other pieces of its category. */
export function CategoryBadge({ category }: { readonly category: Category }) {
  const { slug, colour } = categories[category]
  return (
    <p className="category" data-colour={colour}>
      <a href={paths.category(slug)}>{category}</a>
    </p>
  )
}
