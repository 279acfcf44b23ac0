import { publication } from '@half-measure/shared/publication.ts'
import { paths } from '../paths.ts'

export function SiteHeader() {
  return (
    <header className="site-header">
      <a className="site-name" href={paths.home}>
        {publication.name}
      </a>
    </header>
  )
}
