import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { dashboardRoot, rendererConfig } from './vite-config.ts'

/** Puts the rendered page into auth.html, whose script then does not hold it up. */
export function renderSignIn(): Plugin {
  return {
    name: 'render-sign-in',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { filename }) {
        if (!filename.endsWith('/auth.html')) return undefined
        const { title, page } = await render()
        return html
          .replace('<script type="module"', '<script async type="module"')
          .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
          .replace('<!-- title -->', () => title)
          .replace('<!-- page -->', () => page)
      },
    },
  }
}

/** The page as HTML, its title apart. */
async function render(): Promise<{ title: string; page: string }> {
  const folder = join(dashboardRoot, '.cache', `render-${process.pid}`)
  await build(rendererConfig(folder))
  const { renderPage } = (await import(join(folder, 'render.js'))) as { renderPage: () => string }
  await rm(folder, { recursive: true })
  const [, title, page] = /^(<title>.*?<\/title>)(.*)$/s.exec(renderPage()) ?? []
  if (title === undefined || page === undefined) throw new Error('the sign-in page has no title')
  return { title, page }
}
