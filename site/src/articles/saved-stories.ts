import { type KeyValueStorage, readJson } from '../client/safe-storage.ts'

/** `localStorage` key: slugs of saved stories, a JSON array, latest first. */
export const SAVED_STORIES_KEY = 'saved-stories'

/** Lets readers save stories on their device, and lists them on the page of saved stories. */
export function startSavedStories(storage: KeyValueStorage): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-save]')) {
    const slug = button.dataset['save'] ?? ''
    const show = (): void => {
      const isSaved = readSaved(storage).includes(slug)
      button.setAttribute('aria-pressed', String(isSaved))
      button.textContent = isSaved ? 'Saved' : 'Save for later'
    }
    button.addEventListener('click', () => {
      const others = readSaved(storage).filter((other) => other !== slug)
      const saved = others.length < readSaved(storage).length ? others : [slug, ...others]
      if (saved.length > 0) storage.setItem(SAVED_STORIES_KEY, JSON.stringify(saved))
      else storage.removeItem(SAVED_STORIES_KEY)
      show()
    })
    show()
  }

  const list = document.querySelector('[data-saved-stories] ul')
  if (!list) return
  const rows = readSaved(storage).flatMap(
    (slug) => list.querySelector<HTMLElement>(`[data-slug="${slug}"]`) ?? [],
  )
  for (const row of rows) {
    row.hidden = false
    list.append(row)
  }
  document.querySelector('[data-none-saved]')?.toggleAttribute('hidden', rows.length > 0)
}

function readSaved(storage: KeyValueStorage): string[] {
  const saved = readJson<unknown>(storage, SAVED_STORIES_KEY, [])
  return Array.isArray(saved) ? saved.filter((slug) => /^[\w-]+$/.test(String(slug))) : []
}
