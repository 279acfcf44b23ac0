export const tabs = ['overview', 'clicks', 'conversions', 'experiments'] as const
export type Tab = (typeof tabs)[number]

export const defaultTab: Tab = 'overview'

export function isTab(text: string): text is Tab {
  return (tabs as readonly string[]).includes(text)
}
