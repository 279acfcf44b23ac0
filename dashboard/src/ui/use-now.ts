import { useEffect, useState } from 'react'

const EVERY_MS = 60_000

/** The time to the minute, so that a page left open overnight knows that it is tomorrow. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
