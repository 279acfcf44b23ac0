import { Outlet, useLocation } from 'react-router-dom'
import { opens, pageOf } from '../paths.ts'
import { useAdmin } from './admin-access.ts'
import { Page } from './Page.tsx'

/** Administrators' pages. A page that the role does not include says so, and loads nothing. */
export function AdminOutlet() {
  const { role } = useAdmin()
  const page = pageOf(useLocation().pathname)
  if (!page || opens(role, page)) return <Outlet />
  return (
    <Page title={page.label} subtitle="Not included in your role">
      <p>Your role is {role}, which does not include this page. An owner can change your role.</p>
    </Page>
  )
}
