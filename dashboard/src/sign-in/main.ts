import '../styles/main.css'
import { afterFirstPaint } from './after-first-paint.ts'

/*
 * The sign-in page is a document of its own, rendered by the build: it appears in a fraction of the time that the
 * dashboard takes. Until it is on the screen, it has the connection to itself.
 */

await afterFirstPaint()
const root = document.getElementById('root')
if (!root) throw new Error('auth.html has no #root')
await start(root).catch((error: unknown) => {
  console.error('Failed to start the sign-in page', error)
  const alert = document.createElement('p')
  alert.className = 'alert'
  alert.dataset['tone'] = 'danger'
  alert.role = 'alert'
  alert.textContent = 'This page could not be loaded completely. Check the connection and reload it.'
  root.querySelector('main form')?.prepend(alert)
})

async function start(root: HTMLElement): Promise<void> {
  const page = import('./page.tsx')
  // Bit by bit: evaluating all at once would hold a slow phone up for long.
  const { createRoot, hydrateRoot } = await import('react-dom/client')
  const { createPage } = await page
  await new Promise((resolve) => setTimeout(resolve))
  // While developing, nothing is rendered.
  if (root.firstElementChild) hydrateRoot(root, createPage())
  else createRoot(root).render(createPage())
  // The dashboard comes next.
  root.addEventListener('focusin', () => void import('../routes.tsx'), { once: true })

  // As the style sheets name them.
  await Promise.allSettled(
    ["400 1em 'Inter'", "500 1em 'Newsreader'"].map((face) => document.fonts.load(face)),
  )
  document.documentElement.dataset['webFonts'] = ''
}
