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

/**
 * Shows the stored preference; unless it is known, the form cannot be sent: an empty box would withdraw a consent unseen.
 * Where the link is not valid, the form of the page brings no guide, and sending it is no download.
 */
export async function showPreferences(token: string | undefined): Promise<void> {
  const box = document.querySelector<HTMLInputElement>('[data-show-choice]')
  if (!token || !box) return
  const controls = box.form?.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, button') ?? []
  for (const control of controls) control.disabled = true
  try {
    const response = await fetch(`/api/newsletter/preferences?token=${encodeURIComponent(token)}`)
    if (response.ok) box.checked = ((await response.json()) as { allows_opens: boolean }).allows_opens
    else if (response.status === 404)
      document.querySelector('[data-guide]')?.setAttribute('data-guide', 'refused')
    else throw new Error(`status ${response.status}`)
    for (const control of controls) control.disabled = false
  } catch {
    box.form?.querySelector('[role="alert"]')?.removeAttribute('hidden')
  }
}
