import Bowser from 'bowser'

/** Far more than a browser says of itself; the rest of a longer one is not read. */
const MAX_READ = 1_000

/** Closed lists: what a client calls itself is shown to the owner of the account, and mailed. */
const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP))

/**
 * What a browser is called in a list of sessions, as in "Firefox on Windows", in 60 characters at most. Null for a
 * client that names no known browser, such as a script.
 */
export function browserName(userAgent: string | undefined): string | null {
  // Bowser takes no empty text.
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_READ))
  const { name } = browser
  if (name === undefined || !BROWSERS.has(name)) return null
  // Some names have the system already: "Samsung Internet for Android".
  return os.name === undefined || !SYSTEMS.has(os.name) || name.includes(os.name)
    ? name
    : `${name} on ${os.name}`
}
