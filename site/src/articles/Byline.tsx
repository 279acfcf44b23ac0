import { authorNamed } from '../../content/authors.ts'
import { paths } from '../paths.ts'
import { categories } from './categories.ts'
import type { Category } from './frontmatter.ts'

/** A writer's name, linked to all their pieces. */
export function AuthorLink({ name }: { readonly name: string }) {
  return (
    <a rel="author" href={paths.author(authorNamed(name).slug)}>
      <strong>{name}</strong>
    </a>
  )
}

/** Links to the other pieces of its category. */
export function CategoryBadge({ category }: { readonly category: Category }) {
  const { slug, colour } = categories[category]
  return (
    <p className="category" data-colour={colour}>
      <a href={paths.category(slug)}>{category}</a>
    </p>
  )
}
