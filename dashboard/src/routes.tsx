import { Outlet, redirect, type RouteObject } from 'react-router-dom'
import type { Api } from './api/api.ts'
import { analyticsLoader, analyticsRevalidation } from './pages/analytics-access.ts'
import { AnalyticsPage } from './pages/AnalyticsPage.tsx'
import { AuthPage } from './pages/AuthPage.tsx'
import { ErrorPage } from './pages/ErrorPage.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { rootLoader } from './pages/root.ts'
import { signInHandlers } from './pages/sign-in.ts'
import { Starting } from './pages/Starting.tsx'
import { paths } from './paths.ts'
import type { SessionStore } from './session/session-store.ts'

interface Parts {
  session: SessionStore
  api: Api
}

/** Every page of the dashboard. */
export function createRoutes({ session, api }: Parts): RouteObject[] {
  return [
    {
      id: 'root',
      loader: rootLoader,
      shouldRevalidate: () => false,
      HydrateFallback: Starting,
      ErrorBoundary: ErrorPage,
      Component: Outlet,
      children: [
        { path: paths.home(), loader: () => redirect(paths.analytics()), Component: Starting },
        {
          path: paths.signIn(),
          ...signInHandlers(session),
          Component: AuthPage,
        },
        {
          path: paths.analytics(),
          loader: analyticsLoader({ session, api }),
          shouldRevalidate: analyticsRevalidation,
          Component: AnalyticsPage,
        },
        { path: '*', Component: NotFoundPage },
      ],
    },
  ]
}
