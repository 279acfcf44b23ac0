/** Where a text that saves itself stands. */
export type SaveState =
  | { readonly status: 'saved' }
  /** Typed, and saved in a moment. */
  | { readonly status: 'unsaved' }
  | { readonly status: 'saving' }
  /** Not saved; typing on, or `flush`, tries again. */
  | { readonly status: 'failed'; readonly error: unknown }

export interface DraftSaver<Draft> {
  /** The text as it is now. It is saved once typing pauses. */
  change: (draft: Draft) => void
  /** Saves what is not saved yet. False where that failed. */
  flush: () => Promise<boolean>
}

/** Milliseconds without a change after which the text is saved. */
const PAUSE_MS = 700

/**
 * Saves a text while it is being typed: one save at a time, the newest text last, nothing dropped by a failure.
 *
 * @param options.save stores a text; rejects where it could not.
 */
export function createDraftSaver<Draft>({
  save,
  onState,
  pauseMs = PAUSE_MS,
}: {
  save: (draft: Draft) => Promise<void>
  onState: (state: SaveState) => void
  pauseMs?: number
}): DraftSaver<Draft> {
  let unsaved: { draft: Draft } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<boolean> | undefined

  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    if (saving) await saving
    if (unsaved === undefined) return true
    // Two who waited for the same save take turns.
    saving ??= saveNow(unsaved).finally(() => (saving = undefined))
    return saving
  }

  async function saveNow(taken: { draft: Draft }): Promise<boolean> {
    onState({ status: 'saving' })
    try {
      await save(taken.draft)
    } catch (error) {
      onState({ status: 'failed', error })
      return false
    }
    // What was typed meanwhile waits for its own pause.
    if (unsaved === taken) unsaved = undefined
    onState({ status: unsaved === undefined ? 'saved' : 'unsaved' })
    return true
  }

  return {
    change(draft) {
      unsaved = { draft }
      if (!saving) onState({ status: 'unsaved' })
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), pauseMs)
    },
    flush,
  }
}
