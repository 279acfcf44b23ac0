interface PageTitleProps {
  readonly title: string
  readonly standfirst?: string
  /** Small, under the title: a date of revision. */
  readonly note?: string
}

/** The head of a page that is no article. */
export function PageTitle({ title, standfirst, note }: PageTitleProps) {
  return (
    <header className="page-head">
      <h1>{title}</h1>
      {standfirst && <p className="standfirst">{standfirst}</p>}
      {note && <p className="label">{note}</p>}
    </header>
  )
}
