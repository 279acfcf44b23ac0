import type { ComponentType } from 'react'
import { Outlet, redirect, type RouteObject } from 'react-router-dom'
import type { Api } from './api/client.ts'
import { adminLoader, adminRevalidation } from './layout/admin-access.ts'
import { AdminOutlet } from './layout/AdminOutlet.tsx'
import { ConfirmIdentity } from './layout/ConfirmIdentity.tsx'
import { StartAtTitle } from './layout/StartAtTitle.tsx'
import { ErrorPage, StartingPage } from './layout/MessagePages.tsx'
import { paths } from './paths.ts'
import type { Reauthentication } from './session/reauthentication.ts'
import type { SessionStore } from './session/session-store.ts'

/**
 * A page that is fetched when it is first opened. `lazy` is one function, because the router ignores an error of a
 * `lazy.Component` and shows an empty page.
 */
function page<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject {
  return { path, lazy: async () => ({ Component: (await load())[name] }) }
}

const setPassword = () => import('./pages/account/SetPasswordPage.tsx')

interface Parts {
  session: SessionStore
  api: Api
  reauthentication: Reauthentication
}

/** Every page of the dashboard. */
export function createRoutes({ session, api, reauthentication }: Parts): RouteObject[] {
  return [
    {
      HydrateFallback: StartingPage,
      ErrorBoundary: ErrorPage,
      element: (
        <>
          <Outlet />
          <StartAtTitle />
          <ConfirmIdentity reauthentication={reauthentication} />
        </>
      ),
      children: [
        ...[paths.home, paths.admin].map((path) => ({
          path,
          loader: () => redirect(paths.overview),
          Component: StartingPage,
        })),
        {
          path: paths.secondFactor,
          lazy: async () => {
            const [{ SecondFactorPage }, { secondFactorLoader }] = await Promise.all([
              import('./pages/account/SecondFactorPage.tsx'),
              import('./pages/account/second-factor.ts'),
            ])
            return { Component: SecondFactorPage, loader: secondFactorLoader({ session, api }) }
          },
        },
        page(
          paths.forgotPassword,
          () => import('./pages/account/ForgotPasswordPage.tsx'),
          'ForgotPasswordPage',
        ),
        page(paths.recover, setPassword, 'RecoverPage'),
        {
          path: paths.invite,
          lazy: async () => {
            const [{ InvitePage }, { readProviderName }] = await Promise.all([
              setPassword(),
              import('./api/single-sign-on.ts'),
            ])
            return { Component: InvitePage, loader: readProviderName }
          },
        },
        page(paths.confirmEmail, () => import('./pages/account/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
        page(paths.share, () => import('./pages/explore/SharePage.tsx'), 'SharePage'),
        {
          id: 'admin',
          loader: adminLoader({ session, api }),
          shouldRevalidate: adminRevalidation,
          Component: AdminOutlet,
          children: ADMIN_PAGES,
        },
        page('*', () => import('./layout/NotFoundPage.tsx'), 'NotFoundPage'),
      ],
    },
  ]
}

const ADMIN_PAGES: RouteObject[] = [
  page(paths.overview, () => import('./pages/overview/OverviewPage.tsx'), 'OverviewPage'),
  page(paths.explore, () => import('./pages/explore/ExplorePage.tsx'), 'ExplorePage'),
  page(paths.live, () => import('./pages/live/LivePage.tsx'), 'LivePage'),
  page(paths.sessions, () => import('./pages/sessions/SessionsPage.tsx'), 'SessionsPage'),
  page(`${paths.sessions}/:hash`, () => import('./pages/sessions/SessionPage.tsx'), 'SessionPage'),
  page(paths.articles, () => import('./pages/articles/ArticlesPage.tsx'), 'ArticlesPage'),
  page(`${paths.articles}/:slug`, () => import('./pages/articles/ArticlePage.tsx'), 'ArticlePage'),
  page(paths.journeys, () => import('./pages/journeys/JourneysPage.tsx'), 'JourneysPage'),
  page(paths.funnels, () => import('./pages/funnels/FunnelsPage.tsx'), 'FunnelsPage'),
  page(paths.affiliate, () => import('./pages/affiliate/AffiliatePage.tsx'), 'AffiliatePage'),
  page(paths.links, () => import('./pages/links/LinksPage.tsx'), 'LinksPage'),
  page(paths.experiments, () => import('./pages/experiments/ExperimentsPage.tsx'), 'ExperimentsPage'),
  page(paths.webVitals, () => import('./pages/web-vitals/WebVitalsPage.tsx'), 'WebVitalsPage'),
  page(paths.messages, () => import('./pages/messages/MessagesPage.tsx'), 'MessagesPage'),
  page(paths.subscribers, () => import('./pages/subscribers/SubscribersPage.tsx'), 'SubscribersPage'),
  page(paths.newsletter, () => import('./pages/newsletter/NewsletterPage.tsx'), 'NewsletterPage'),
  page(`${paths.newsletter}/:id`, () => import('./pages/newsletter/IssuePage.tsx'), 'IssuePage'),
  page(paths.account, () => import('./pages/account/AccountPage.tsx'), 'AccountPage'),
  page(paths.team, () => import('./pages/team/TeamPage.tsx'), 'TeamPage'),
  page(paths.goals, () => import('./pages/goals/GoalsPage.tsx'), 'GoalsPage'),
  page(paths.reports, () => import('./pages/reports/ReportsPage.tsx'), 'ReportsPage'),
  page(paths.sharing, () => import('./pages/sharing/SharingPage.tsx'), 'SharingPage'),
  page(paths.imports, () => import('./pages/imports/ImportsPage.tsx'), 'ImportsPage'),
  page(paths.dataQuality, () => import('./pages/data-quality/DataQualityPage.tsx'), 'DataQualityPage'),
  page(paths.personalData, () => import('./pages/personal-data/PersonalDataPage.tsx'), 'PersonalDataPage'),
  page(paths.mailLog, () => import('./pages/mail-log/MailLogPage.tsx'), 'MailLogPage'),
  page(paths.auditLog, () => import('./pages/audit-log/AuditLogPage.tsx'), 'AuditLogPage'),
]
