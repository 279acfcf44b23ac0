import { publication } from '@half-measure/shared/publication.ts'
import { headerLinks } from '@half-measure/shared/site-links.ts'
import { useLocation } from 'react-router-dom'
import { paths } from '../paths.ts'

/** The menu of small screens is a popover: it opens, closes on Escape and reports itself without a script. */
export function SiteHeader() {
  const { pathname } = useLocation()
  return (
    <>
      <div className="scroll-mark" data-scroll-mark aria-hidden="true" />
      <header className="site-header" data-site-header>
        <div className="site-header-bar">
          <a className="wordmark" href={paths.home}>
            <Logo />
            {publication.name}
          </a>
          <button type="button" className="menu-button" popoverTarget="menu">
            Menu
          </button>
          <nav className="site-nav" id="menu" popover="auto" aria-label="Main">
            <ul className="site-nav-links">
              {headerLinks.map(({ path, label }) => (
                <li key={path}>
                  <a
                    href={path}
                    data-track="link"
                    data-track-id={`menu-${label.toLowerCase()}`}
                    {...(pathname === path && { 'aria-current': 'page' })}
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </header>
    </>
  )
}

/** A glass, half full. */
function Logo() {
  return (
    <svg viewBox="0 0 24 28" aria-hidden="true" focusable="false">
      <path
        d="M3 2h18l-2.6 24H5.6Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinejoin="round"
      />
      <path d="M4.4 14h15.2l-1.2 12H5.6Z" fill="currentColor" />
    </svg>
  )
}
