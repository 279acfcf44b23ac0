import { type KeyValueStorage, readJson } from '../client/safe-storage.ts'

/** `localStorage` key: slugs of saved stories, a JSON array, latest first. */
export const SAVED_STORIES_KEY = 'saved-stories'

/** Lets readers save stories on their device, and lists them on the page of saved stories. */
export function startSavedStories(storage: KeyValueStorage): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-save]')]
  const list = document.querySelector('[data-saved-stories] ul')

  const show = (): void => {
    const saved = readSaved(storage)
    for (const button of buttons) {
      const isSaved = saved.includes(slugOf(button))
      button.setAttribute('aria-pressed', String(isSaved))
      button.textContent = isSaved ? 'Saved' : 'Save for later'
    }
    if (list) showRows(list, saved)
  }

  for (const button of buttons) {
    button.addEventListener('click', () => {
      // What the button says is done, whatever another tab has done meanwhile.
      const isSaved = button.getAttribute('aria-pressed') === 'true'
      const others = readSaved(storage).filter((slug) => slug !== slugOf(button))
      const saved = isSaved ? others : [slugOf(button), ...others]
      if (saved.length > 0) storage.setItem(SAVED_STORIES_KEY, JSON.stringify(saved))
      else storage.removeItem(SAVED_STORIES_KEY)
      show()
    })
  }
  show()

  window.addEventListener('storage', ({ key }) => {
    // A null key means that the whole storage was cleared.
    if (key === null || key === SAVED_STORIES_KEY) show()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    // A page in the browser's cache gets no `storage` events.
    if (persisted) show()
  })
}

function showRows(list: Element, saved: readonly string[]): void {
  for (const row of list.querySelectorAll<HTMLElement>('[data-slug]')) row.hidden = true
  const rows = saved.flatMap((slug) => list.querySelector<HTMLElement>(`[data-slug="${slug}"]`) ?? [])
  for (const row of rows) {
    row.hidden = false
    list.append(row)
  }
  document.querySelector('[data-none-saved]')?.toggleAttribute('hidden', rows.length > 0)
}

function slugOf(button: HTMLElement): string {
  return button.dataset['save'] ?? ''
}

function readSaved(storage: KeyValueStorage): string[] {
  const saved = readJson<unknown>(storage, SAVED_STORIES_KEY, [])
  return Array.isArray(saved) ? saved.filter((slug) => /^[\w-]+$/.test(String(slug))) : []
}
