import { publication } from '@half-measure/shared/publication.ts'
import { paths } from '../paths.ts'
import { ProsePage } from './ProsePage.tsx'

export function ManifestoPage() {
  return (
    <ProsePage file="philosophy" path={paths.philosophy}>
      <section className="want-more">
        <h2>Weekly, with examples</h2>
        <p>
          {publication.newsletter} tries to live up to this, every week, in the time it takes to read a
          letter.
        </p>
        <a
          className="button"
          href={paths.newsletter}
          data-track="button"
          data-track-id="manifesto-newsletter"
        >
          Get {publication.newsletter}
        </a>
      </section>
    </ProsePage>
  )
}
