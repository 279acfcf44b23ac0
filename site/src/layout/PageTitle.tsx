interface PageTitleProps {
  readonly title: string
  readonly standfirst?: string | undefined
  /** Small, under the title: a date of revision. */
  readonly note?: string | undefined
}

/** The head of a page other than an article. */
export function PageTitle({ title, standfirst, note }: PageTitleProps) {
  return (
    <header className="page-head">
      <h1>{title}</h1>
      {standfirst && <p className="standfirst">{standfirst}</p>}
      {note && <p className="label">{note}</p>}
    </header>
  )
}

/** The title of a page in large type. */
export function Headline({ title }: { readonly title: string }) {
  return (
    <h1>
      <LargeTitle title={title} />
    </h1>
  )
}

/** A title in large type. Hyphenated words are not broken if there is room. */
export function LargeTitle({ title }: { readonly title: string }) {
  return title.split(/(\S+-\S+)/).map((part, index) =>
    // Splitting at a pattern alternates text and matches.
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="unbroken">
        {part}
      </span>
    ),
  )
}
