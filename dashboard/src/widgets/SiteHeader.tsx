import { useId, useState } from 'react'
import { publication } from '@half-measure/shared/publication.ts'
import { sitePaths } from '../paths.ts'
import { useScrolledPast } from '../ui/use-scrolled-past.ts'

/** Scrolled further than this, the header gets a ground to stand on. */
const THRESHOLD_PX = 50

const LINKS = [
  { label: 'Stories', path: sitePaths.stories },
  { label: 'About', path: sitePaths.about },
  { label: 'Manifesto', path: sitePaths.philosophy },
  { label: 'Newsletter', path: sitePaths.newsletter },
]

interface SiteHeaderProps {
  /** Origin of the public site. */
  site: string
}

/** The magazine's header, for pages of the dashboard that anyone can open. */
export function SiteHeader({ site }: SiteHeaderProps) {
  const id = useId()
  const scrolled = useScrolledPast(THRESHOLD_PX)
  const [open, setOpen] = useState(false)
  return (
    <header className="site-header" data-scrolled={scrolled || open}>
      <a className="wordmark" href={site + sitePaths.home}>
        {publication.name}
      </a>
      <button
        type="button"
        className="button site-menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Menu
      </button>
      <nav id={id} className="site-nav" data-open={open} aria-label="Magazine">
        {LINKS.map(({ label, path }) => (
          <a key={path} href={site + path}>
            {label}
          </a>
        ))}
      </nav>
    </header>
  )
}
