import { headerLinks } from '@half-measure/shared/site-links.ts'
import { useId, useState, useSyncExternalStore } from 'react'
import { siteOrigin, Wordmark } from './site.tsx'

/** Scrolled further than this, the header gets a background. */
const THRESHOLD_PX = 50

/** The magazine's header. */
export function SiteHeader() {
  const id = useId()
  const isScrolled = useSyncExternalStore(
    onScroll,
    () => window.scrollY > THRESHOLD_PX,
    () => false,
  )
  const [isOpen, setIsOpen] = useState(false)
  return (
    <header className="site-header row spread" data-scrolled={isScrolled || isOpen}>
      <Wordmark />
      <button
        type="button"
        className="button site-menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        Menu
      </button>
      <nav id={id} className="site-nav row" data-open={isOpen} aria-label="Magazine">
        {headerLinks.map(({ label, path }) => (
          <a key={path} href={siteOrigin() + path}>
            {label}
          </a>
        ))}
      </nav>
    </header>
  )
}

function onScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}
