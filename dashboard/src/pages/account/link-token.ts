import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** The token in a mailed link's hash, which no server and no referrer sees. */
export function linkToken(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || null
}

/**
 * The token of the mailed link that opened the page. It is removed from the address at once, so that neither the
 * browser's history nor a screenshot shows it; the history entry's state keeps it for a reload.
 */
export function useLinkToken(): string | null {
  const { hash, pathname, state } = useLocation()
  const navigate = useNavigate()
  const token = linkToken(hash)
  useEffect(() => {
    if (token !== null) void navigate(pathname, { replace: true, state: { linkToken: token } })
  }, [token, pathname, navigate])
  return token ?? (state as { linkToken?: string } | null)?.linkToken ?? null
}
