/** A browser as most readers have it, and what the collector makes of its name. */
export const BROWSER = {
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  columns: { browser: 'Chrome', os: 'Windows', device: 'desktop', country: '', is_bot: 0 },
} as const
