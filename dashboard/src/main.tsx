import { signedOutPage } from '@half-measure/shared/dashboard-paths.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { ApiProvider, createApi } from './api/client.ts'
import { createQueryClient } from './api/queries.ts'
import { createRoutes } from './routes.tsx'
import { createBrowserSession, SessionProvider } from './session/browser-session.ts'
import { createReauthentication } from './session/reauthentication.ts'
import './styles/main.css'

const session = createBrowserSession()
// Before the router asks for the page's files, behind which this would queue. Its loaders handle a failure.
if (location.pathname.startsWith('/admin/')) session.restore().catch(() => {})
const reauthentication = createReauthentication()
const api = createApi(session, reauthentication.request)
const router = createBrowserRouter(createRoutes({ session, api, reauthentication }))
// The loaders check access, so any event that may change it runs them again.
const queryClient = createQueryClient({ onForbidden: () => void router.revalidate() })

// Nothing to point at yet.
void import('./ui/tooltips.ts').then(({ startTooltips }) => startTooltips())
void import('./ui/keep-focus.ts').then(({ startKeepingFocus }) => startKeepingFocus())
document.addEventListener('visibilitychange', () => {
  // A hidden tab's timers sleep.
  if (document.visibilityState === 'visible') void session.check()
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const app = createRoot(root)
app.render(
  <StrictMode>
    <SessionProvider value={session}>
      <ApiProvider value={api}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ApiProvider>
    </SessionProvider>
  </StrictMode>,
)

session.onEvent((event) => {
  if (event === 'SIGNED_IN') void router.revalidate()
  if (event !== 'SIGNED_OUT' && event !== 'SESSION_ENDED') return
  reauthentication.resolve(false)
  // Unsent text.
  sessionStorage.clear()
  // The browser may keep this page for its back button.
  app.unmount()
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  const { pathname, search } = location
  // Another sign-in leads back to where the session ended.
  location.assign(event === 'SIGNED_OUT' ? signedOutPage() : signedOutPage(pathname + search))
})
session.start()
