import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { type Api, ApiProvider } from '../../api/client.ts'
import { SessionProvider } from '../../session/browser-session.ts'
import type { SessionStore } from '../../session/session-store.ts'
import type { AdminData } from '../admin-access.ts'

const ADMIN: AdminData = { email: 'owner@halfmeasure.test', role: 'owner' }

/** Never called: what a page asks for is there before it is rendered. */
const API = {} as Api
const SESSION = { user: () => null } as unknown as SessionStore

/**
 * The markup of a page or a part of one, for an owner, once the server has responded.
 *
 * @param responses by the path of their route; what is not there is still being loaded.
 * @param address of the page.
 */
export async function pageMarkup(
  page: ReactNode,
  responses: Readonly<Record<string, unknown>>,
  address = '/',
): Promise<string> {
  const queries = new QueryClient()
  const render = async () => {
    const routes = [{ id: 'admin', path: '*', element: page, loader: () => ADMIN }]
    const router = createMemoryRouter(routes, {
      initialEntries: [address],
      hydrationData: { loaderData: { admin: ADMIN } },
    })
    const { prelude } = await prerender(
      <ApiProvider value={API}>
        <SessionProvider value={SESSION}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </SessionProvider>
      </ApiProvider>,
    )
    return new Response(prelude).text()
  }
  // The first time, it only asks.
  await render()
  for (const { queryKey, options } of queries.getQueryCache().getAll()) {
    const response = responses[String(queryKey[0])]
    if (response === undefined) continue
    const data = 'initialPageParam' in options ? { pages: [response], pageParams: [null] } : response
    queries.setQueryData(queryKey, data)
  }
  return render()
}

/** The same without its tags, as people read it. */
export async function pageText(...page: Parameters<typeof pageMarkup>): Promise<string> {
  const markup = await pageMarkup(...page)
  return markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}
