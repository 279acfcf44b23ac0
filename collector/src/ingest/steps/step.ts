import type { Draft } from '../draft.ts'
import type { DropReason } from '../drop-reason.ts'

/** One decision about one event: a reason to drop it, or nothing. Fills in its own part of the draft only. */
export type Step = (draft: Draft) => DropReason | undefined
