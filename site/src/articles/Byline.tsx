import { authorNamed } from '../../content/authors.ts'
import { paths } from '../paths.ts'

/** A writer's name, linked to all their pieces. */
export function AuthorLink({ name }: { readonly name: string }) {
  return (
    <a rel="author" href={paths.author(authorNamed(name).slug)}>
      <strong>{name}</strong>
    </a>
  )
}
