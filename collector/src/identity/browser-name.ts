import Bowser from 'bowser'

/** Far longer than any browser's; the rest is ignored. */
const MAX_READ = 1_000

/** Closed lists, because the name is shown and mailed to the account's owner. */
const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP))

/**
 * A browser's name in lists of sessions, such as "Firefox on Windows", 60 characters at most. Null for unknown clients
 * such as scripts.
 */
export function browserName(userAgent: string | undefined): string | null {
  // Bowser rejects empty text.
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_READ))
  const { name } = browser
  if (name === undefined || !BROWSERS.has(name)) return null
  // Some names include the system: "Samsung Internet for Android".
  return os.name === undefined || !SYSTEMS.has(os.name) || name.includes(os.name)
    ? name
    : `${name} on ${os.name}`
}
