import { paths } from '../paths.ts'

/** Confirms the address of a reader who followed the mailed link. The page keeps its button for where that fails. */
export async function confirmAtOnce(): Promise<void> {
  const token = new URLSearchParams(location.search).get('token')
  if (!token || !document.querySelector('[data-confirm-at-once]')) return
  const response = await fetch('/api/newsletter/confirm', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  if (!response.ok) return
  const { guide_url } = (await response.json()) as { readonly guide_url: string }
  // In the place of this page: going back must not confirm again.
  location.replace(`${paths.newsletterGuide}${new URL(guide_url, location.href).search}#confirmed`)
}
