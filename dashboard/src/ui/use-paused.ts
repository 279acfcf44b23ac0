import { useEffect, useState } from 'react'

/** A value that changes quickly, once it has rested: what was typed when the typing pauses. */
export function usePaused<T>(value: T, pauseMs: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return rested
}
