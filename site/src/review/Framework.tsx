import type { Review } from '../../content/review.ts'
import { ScrollingTable } from '../articles/Prose.tsx'

/** How the testing was done, and what the marks are for. */
export function Framework({ framework }: Pick<Review, 'framework'>) {
  const { title, text, steps, criteria } = framework
  return (
    <>
      <h2>{title}</h2>
      <Paragraphs texts={text} />
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ScrollingTable aria-label="Table: Criterion, Points, The question">
        <thead>
          <tr>
            <th scope="col">Criterion</th>
            <th scope="col" data-numeric="">
              Points
            </th>
            <th scope="col">The question</th>
          </tr>
        </thead>
        <tbody>
          {criteria.map(({ id, name, points, question }) => (
            <tr key={id}>
              <td>{name}</td>
              <td data-numeric="">{points}</td>
              <td>{question}</td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </>
  )
}

interface ParagraphsProps {
  readonly texts: readonly string[]
  /** The first one carries a drop cap. */
  readonly opening?: boolean
}

export function Paragraphs({ texts, opening = false }: ParagraphsProps) {
  return texts.map((text, index) => (
    <p key={text} {...(opening && index === 0 && { className: 'opening' })}>
      {text}
    </p>
  ))
}
