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
