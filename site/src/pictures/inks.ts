/** The drums of the press: translucent, so that two of them make a third colour where they overlap. */
export const INKS = {
  amber: '#eea436',
  copper: '#cf6a2c',
  rust: '#b8482a',
  ochre: '#d9a441',
  straw: '#f2cd6b',
  hop: '#3f7d55',
  pine: '#1f4f43',
  moss: '#8ba355',
  plum: '#6d3157',
  rose: '#e58a86',
  night: '#2c3f70',
  mist: '#9db8c4',
  teal: '#23858a',
  lime: '#b7c640',
  violet: '#6a4c9a',
  brick: '#d9472f',
  stout: '#2b211b',
} as const

export type Ink = keyof typeof INKS

/** The sheet that everything is printed on. */
export const PAPER = '#f6eedd'

/** Degrees between the dot screens of the plates, so that they make rosettes and no stripes. */
export const ANGLES = [45, 75, 15] as const

/** Red, green and blue of `#rrggbb`, 0 to 255. */
export function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
