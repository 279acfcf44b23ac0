import { PageHead } from '../document/PageHead.tsx'
import { paths } from '../paths.ts'

export function NotFoundPage() {
  return (
    <section className="not-found" data-not-found>
      <PageHead
        title="Page not found"
        description="There is no page at this address."
        path="/404"
        indexed={false}
      />
      <h1>404</h1>
      <p>Oops! Page not found</p>
      <a className="button" href={paths.home}>
        Return to Home
      </a>
      <p>
        Or try <a href={paths.stories}>the stories</a>; most people who get lost end up there anyway.
      </p>
    </section>
  )
}
