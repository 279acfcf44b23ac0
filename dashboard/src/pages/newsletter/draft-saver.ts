/** The state of a text that saves itself. */
export type SaveState =
  | { readonly status: 'saved' }
  /** Typed, and saved in a moment. */
  | { readonly status: 'unsaved' }
  | { readonly status: 'saving' }
  /** More typing, or `flush`, tries again. */
  | { readonly status: 'failed'; readonly error: unknown }

export interface DraftSaver<Draft> {
  /** The current text. It is saved once typing pauses. */
  change: (draft: Draft) => void
  /** Saves unsaved text. False if that failed. */
  flush: () => Promise<boolean>
  /** Drops unsaved text. */
  discard: () => void
}

const PAUSE_MS = 700

interface Options<Draft> {
  /** Stores a text; rejects where it could not. */
  save: (draft: Draft) => Promise<void>
  onState: (state: SaveState) => void
}

/** Saves a text while it is typed: one save at a time, the newest text last, nothing dropped by a failure. */
export function createDraftSaver<Draft>({ save, onState }: Options<Draft>): DraftSaver<Draft> {
  let unsaved: { draft: Draft } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<boolean> | undefined

  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    if (saving) await saving
    if (unsaved === undefined) return true
    // Callers that waited for the same save share the next one.
    saving ??= saveNow(unsaved).finally(() => (saving = undefined))
    return saving
  }

  async function saveNow(taken: { draft: Draft }): Promise<boolean> {
    onState({ status: 'saving' })
    try {
      await save(taken.draft)
    } catch (error) {
      // Discarded while it was being saved.
      if (unsaved === undefined) return true
      onState({ status: 'failed', error })
      return false
    }
    // Text typed meanwhile waits for its own pause.
    if (unsaved === taken) unsaved = undefined
    onState({ status: unsaved === undefined ? 'saved' : 'unsaved' })
    return true
  }

  return {
    change(draft) {
      unsaved = { draft }
      if (!saving) onState({ status: 'unsaved' })
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), PAUSE_MS)
    },
    flush,
    discard() {
      clearTimeout(timer)
      unsaved = undefined
      onState({ status: 'saved' })
    },
  }
}
