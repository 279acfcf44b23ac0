import { publication } from '@half-measure/shared/publication.ts'
import { paths } from '../paths.ts'

export function SiteFooter() {
  return (
    <footer className="site-footer">
      <p>{publication.tagline}</p>
      <ul className="link-row">
        <li>
          <a href={paths.cookiePolicy}>Cookie Policy</a>
        </li>
        <li>
          <button type="button" className="link-button" data-cookie-settings hidden>
            Cookie settings
          </button>
        </li>
      </ul>
      <p className="small-print">
        © 2025 {publication.name}. Drink responsibly. For people aged 18 and over.
      </p>
    </footer>
  )
}
