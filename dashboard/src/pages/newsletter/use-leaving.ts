import { useEffect, useState } from 'react'
import { type Blocker, useBlocker } from 'react-router-dom'

/**
 * Saves before the page is left by a link, and asks only if that fails.
 *
 * @param isUnsaved at the moment of leaving, which may come before the next render.
 * @returns the blocker, to proceed or to reset, once saving has failed; null otherwise.
 */
export function useLeaving(
  isUnsaved: () => boolean,
  save: () => Promise<boolean>,
): Extract<Blocker, { state: 'blocked' }> | null {
  const blocker = useBlocker(isUnsaved)
  const [isAsking, setAsking] = useState(false)
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    if (!isBlocked) return undefined
    void save().then((isSaved) => (isSaved ? blocker.proceed() : setAsking(true)))
    return () => setAsking(false)
    // Once for each attempt to leave.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBlocked])
  return isBlocked && isAsking ? blocker : null
}
