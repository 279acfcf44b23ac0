import { Outlet, redirect, type RouteObject } from 'react-router-dom'
import type { Api } from './api/api.ts'
import { adminLoader, adminRevalidation } from './pages/admin-access.ts'
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

/** Every page of the dashboard. The rooms beside the figures are fetched when they are entered. */
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
          id: 'admin',
          loader: adminLoader({ session, api }),
          shouldRevalidate: adminRevalidation,
          Component: Outlet,
          children: [
            { path: paths.analytics(), Component: AnalyticsPage },
            {
              path: paths.messages(),
              lazy: { Component: async () => (await import('./pages/MessagesPage.tsx')).MessagesPage },
            },
            {
              path: paths.delivery(),
              lazy: { Component: async () => (await import('./pages/DeliveryPage.tsx')).DeliveryPage },
            },
          ],
        },
        { path: '*', Component: NotFoundPage },
      ],
    },
  ]
}
