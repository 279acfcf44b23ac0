import { postJson } from '../client/post-form.ts'
import { paths } from '../paths.ts'

/** The state of the history entry of a page behind a mailed link. */
interface MailedLinkState {
  readonly mailedToken?: string
}

/**
 * Removes a mailed link's token from the address before anything can read or send the address. The page's forms keep
 * the token, and so does its history entry, for a reload.
 *
 * @returns the token; undefined on every other page.
 */
export function takeMailedToken(): string | undefined {
  const forms = document.querySelectorAll<HTMLFormElement>('form.mailed-link')
  if (forms.length === 0) return undefined
  const query = new URLSearchParams(location.search)
  const token = query.get('token') ?? (history.state as MailedLinkState | null)?.mailedToken
  if (!token) return undefined
  query.delete('token')
  const search = query.size > 0 ? `?${query.toString()}` : ''
  const state: MailedLinkState = { mailedToken: token }
  history.replaceState(state, '', location.pathname + search + location.hash)
  for (const form of forms) {
    const field = { type: 'hidden', name: 'token', value: token }
    form.append(Object.assign(document.createElement('input'), field))
  }
  return token
}

/** Confirms the address of a reader who followed the mailed link. The button stays in case that fails. */
export async function confirmAtOnce(token: string | undefined): Promise<void> {
  if (!token || !document.querySelector('[data-confirm-at-once]')) return
  const response = await postJson('/api/newsletter/confirm', { token })
  if (!response.ok) return
  const { guide_url } = (await response.json()) as { readonly guide_url: string }
  // Replaces this page: going back must not confirm again.
  location.replace(`${paths.newsletterGuide}${new URL(guide_url, location.href).search}#confirmed`)
}

/** Shows the stored preference, unless the reader has already changed the box. */
export async function showPreferences(token: string | undefined): Promise<void> {
  const box = document.querySelector<HTMLInputElement>('[data-show-choice]')
  if (!token || !box) return
  let isChanged = false
  box.addEventListener('change', () => (isChanged = true), { once: true })
  const response = await fetch(`/api/newsletter/preferences?token=${encodeURIComponent(token)}`)
  if (!response.ok) return
  const { allows_opens } = (await response.json()) as { readonly allows_opens: boolean }
  if (!isChanged) box.checked = allows_opens
}
