import { SITE_ORIGIN_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'
import { prerender } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { AssetsContext, type Assets } from './document/assets.ts'
import { textFiles } from './feeds/text-files.ts'
import { listedPaths, pagePaths, routes } from './routes.tsx'

export { requestedPictures } from './pictures/picture-files.ts'
export { pagePaths }

/** Files for machines, by their path in the site. */
export function machineFiles(): ReadonlyMap<string, string> {
  return textFiles(listedPaths)
}

const handler = createStaticHandler(routes)

/** The HTML of the page at `path`; the not-found page where there is none. */
export async function renderPage(path: string, assets: Assets): Promise<string> {
  const context = await handler.query(new Request(`${SITE_ORIGIN_PLACEHOLDER}${path}`))
  if (context instanceof Response)
    throw new Error(`${path} responds with ${context.status} instead of a page`)

  const router = createStaticRouter(handler.dataRoutes, context)
  const { prelude } = await prerender(
    <AssetsContext value={assets}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </AssetsContext>,
    {
      onError(error) {
        throw error
      },
    },
  )
  return await new Response(prelude).text()
}
