import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { publication } from '@half-measure/shared/publication.ts'
import { paths } from '../paths.ts'

export function NotFoundPage() {
  const { pathname } = useLocation()
  useEffect(() => {
    console.error('404: no page at', pathname)
  }, [pathname])
  return (
    <main className="message-page">
      <title>{`Page not found · ${publication.name}`}</title>
      <h1>404</h1>
      <p>Oops! Page not found</p>
      <Link to={paths.home()}>Return to Home</Link>
    </main>
  )
}
