/** `by: cli, outcome: nothing to do, rows: 3`; perhaps empty. */
export function detailText(details: Record<string, unknown>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueText(value)}`)
    .join(', ')
}

/** Fixed words lose their underscores; ids and names stay as they are. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
}
