import { Outlet, redirect, type RouteObject } from 'react-router-dom'
import type { Api } from './api/api.ts'
import { adminLoader, adminRevalidation } from './pages/admin-access.ts'
import { AuthPage } from './pages/AuthPage.tsx'
import { ErrorPage } from './pages/ErrorPage.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { rootLoader } from './pages/root.ts'
import { secondFactorLoader } from './pages/second-factor.ts'
import { signInHandlers } from './pages/sign-in.ts'
import { Starting } from './pages/Starting.tsx'
import { paths } from './paths.ts'
import type { SessionStore } from './session/session-store.ts'

interface Parts {
  session: SessionStore
  api: Api
}

/** Every page of the dashboard. The rooms are fetched when they are entered. */
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
          path: paths.secondFactor(),
          loader: secondFactorLoader({ session, api }),
          lazy: { Component: async () => (await import('./pages/SecondFactorPage.tsx')).SecondFactorPage },
        },
        {
          path: paths.forgotPassword(),
          lazy: {
            Component: async () => (await import('./pages/ForgotPasswordPage.tsx')).ForgotPasswordPage,
          },
        },
        {
          path: paths.recover(),
          lazy: { Component: async () => (await import('./pages/SetPasswordPage.tsx')).RecoverPage },
        },
        {
          path: paths.invite(),
          lazy: { Component: async () => (await import('./pages/SetPasswordPage.tsx')).InvitePage },
        },
        {
          path: paths.confirmEmail(),
          lazy: { Component: async () => (await import('./pages/ConfirmEmailPage.tsx')).ConfirmEmailPage },
        },
        {
          path: paths.share(),
          lazy: { Component: async () => (await import('./pages/SharePage.tsx')).SharePage },
        },
        {
          id: 'admin',
          loader: adminLoader({ session, api }),
          shouldRevalidate: adminRevalidation,
          Component: Outlet,
          children: [
            {
              path: paths.analytics(),
              lazy: { Component: async () => (await import('./pages/AnalyticsPage.tsx')).AnalyticsPage },
            },
            {
              path: paths.explore(),
              lazy: { Component: async () => (await import('./pages/ExplorePage.tsx')).ExplorePage },
            },
            {
              path: paths.live(),
              lazy: { Component: async () => (await import('./pages/LivePage.tsx')).LivePage },
            },
            {
              path: paths.visits(),
              lazy: { Component: async () => (await import('./pages/VisitsPage.tsx')).VisitsPage },
            },
            {
              path: `${paths.visits()}/:id`,
              lazy: { Component: async () => (await import('./pages/VisitPage.tsx')).VisitPage },
            },
            {
              path: paths.articles(),
              lazy: { Component: async () => (await import('./pages/ArticlesPage.tsx')).ArticlesPage },
            },
            {
              path: paths.article(':slug'),
              lazy: { Component: async () => (await import('./pages/ArticlePage.tsx')).ArticlePage },
            },
            {
              path: paths.journeys(),
              lazy: { Component: async () => (await import('./pages/JourneysPage.tsx')).JourneysPage },
            },
            {
              path: paths.funnels(),
              lazy: { Component: async () => (await import('./pages/FunnelsPage.tsx')).FunnelsPage },
            },
            {
              path: paths.retention(),
              lazy: { Component: async () => (await import('./pages/RetentionPage.tsx')).RetentionPage },
            },
            {
              path: paths.affiliate(),
              lazy: { Component: async () => (await import('./pages/AffiliatePage.tsx')).AffiliatePage },
            },
            {
              path: paths.experiments(),
              lazy: { Component: async () => (await import('./pages/ExperimentsPage.tsx')).ExperimentsPage },
            },
            {
              path: paths.messages(),
              lazy: { Component: async () => (await import('./pages/MessagesPage.tsx')).MessagesPage },
            },
            {
              path: paths.delivery(),
              lazy: { Component: async () => (await import('./pages/DeliveryPage.tsx')).DeliveryPage },
            },
            {
              path: paths.readers(),
              lazy: { Component: async () => (await import('./pages/ReadersPage.tsx')).ReadersPage },
            },
            {
              path: paths.editions(),
              lazy: { Component: async () => (await import('./pages/EditionsPage.tsx')).EditionsPage },
            },
            {
              path: paths.edition(':id'),
              lazy: { Component: async () => (await import('./pages/EditionPage.tsx')).EditionPage },
            },
            {
              path: paths.mail(),
              lazy: { Component: async () => (await import('./pages/MailPage.tsx')).MailPage },
            },
            {
              path: paths.admins(),
              lazy: { Component: async () => (await import('./pages/AdminsPage.tsx')).AdminsPage },
            },
            {
              path: paths.reports(),
              lazy: { Component: async () => (await import('./pages/ReportsPage.tsx')).ReportsPage },
            },
            {
              path: paths.sharing(),
              lazy: { Component: async () => (await import('./pages/SharingPage.tsx')).SharingPage },
            },
            {
              path: paths.audit(),
              lazy: { Component: async () => (await import('./pages/AuditPage.tsx')).AuditPage },
            },
            {
              path: paths.account(),
              lazy: { Component: async () => (await import('./pages/AccountPage.tsx')).AccountPage },
            },
          ],
        },
        { path: '*', Component: NotFoundPage },
      ],
    },
  ]
}
