import type { Heading } from './article.ts'

/** The sections of a long article, beside it on wide screens. */
export function ContentsList({ headings }: { readonly headings: readonly Heading[] }) {
  return (
    <nav className="contents" aria-labelledby="contents-title">
      <h2 id="contents-title">Contents</h2>
      <ol className="contents-links">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
