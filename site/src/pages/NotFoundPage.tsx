import { PageHead } from '../document/PageHead.tsx'
import { paths } from '../paths.ts'

export function NotFoundPage() {
  return (
    <section className="not-found" data-not-found>
      <PageHead title="Page not found" description="There is no page at this address." path="/404" />
      <h1>404</h1>
      <p>Oops! Page not found</p>
      <a href={paths.home}>Return to Home</a>
    </section>
  )
}
