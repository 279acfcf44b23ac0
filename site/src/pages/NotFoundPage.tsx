import { PageHead } from '../document/PageHead.tsx'
import { paths } from '../paths.ts'
import { Picture } from '../pictures/Picture.tsx'
import { SearchForm } from './SearchPage.tsx'

export function NotFoundPage() {
  return (
    <section className="not-found" data-not-found>
      <PageHead
        title="Page not found"
        description="There is no page at this address."
        path="/404"
        indexed={false}
      />
      {/* A phone requests less than it shows: a print's dots bear it, and the page paints sooner. */}
      <Picture slug="half-measure" crop="square" alt="" sizes="(min-width: 48rem) 40vw, 11rem" first />
      <div>
        <h1>404</h1>
        <p className="standfirst">Oops! Page not found</p>
        <SearchForm />
        <p>
          <a className="button" href={paths.home}>
            Return to Home
          </a>
        </p>
        <p>
          Or try <a href={paths.stories}>the stories</a>; most people who get lost end up there anyway.
        </p>
      </div>
    </section>
  )
}
