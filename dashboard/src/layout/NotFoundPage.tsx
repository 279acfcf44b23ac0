import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '../paths.ts'
import { AuthFrame } from './AuthFrame.tsx'

export function NotFoundPage() {
  const { pathname } = useLocation()
  useEffect(() => {
    console.error('404: no page at', pathname)
  }, [pathname])
  return (
    <AuthFrame title="404" subtitle="Oops! Page not found">
      <Link to={paths.home}>Return to Home</Link>
    </AuthFrame>
  )
}
