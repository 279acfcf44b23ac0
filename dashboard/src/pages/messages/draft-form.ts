import { useState } from 'react'
import type { z } from 'zod'
import { useSession } from '../../session/browser-session.ts'

export interface DraftForm<Draft> {
  isOpen: boolean
  /** Opened or closed by hand: its first field, or the button that opens it, takes the focus from the other. */
  movesFocus: boolean
  /** What was typed; null for nothing. */
  draft: Draft | null
  change: (draft: Draft | null) => void
  open: () => void
  /** Forgets what was typed. */
  close: () => void
}

/**
 * A form that stays open, with its text, until it is sent or discarded: while other messages and pages are open, and over
 * a reload of this tab. The text is for one account, and the end of its session deletes it.
 *
 * @param name of the form, with the id of what it is about.
 */
export function useDraftForm<Draft>(name: string, schema: z.ZodType<Draft>): DraftForm<Draft> {
  const key = `draft of ${useSession().user()?.id}: ${name}`
  const [draft, setDraft] = useState(() => readDraft(key, schema))
  const [step, setStep] = useState<'untouched' | 'restored' | 'open' | 'closed'>(
    draft === null ? 'untouched' : 'restored',
  )

  function change(next: Draft | null) {
    setDraft(next)
    if (next === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(next))
  }

  return {
    isOpen: step === 'restored' || step === 'open',
    movesFocus: step === 'open' || step === 'closed',
    draft,
    change,
    open: () => setStep('open'),
    close() {
      change(null)
      setStep('closed')
    },
  }
}

/** Null for none, or for one of an earlier version of the dashboard. */
function readDraft<Draft>(key: string, schema: z.ZodType<Draft>): Draft | null {
  const stored = sessionStorage.getItem(key)
  return stored === null ? null : (schema.safeParse(JSON.parse(stored)).data ?? null)
}
