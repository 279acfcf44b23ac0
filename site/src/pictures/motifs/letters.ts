/** Strokes of the capital letters that scenes use, in a box 40 wide and 60 high. */
export const LETTERS = {
  D: 'M0 0V60H14Q40 60 40 30T14 0Z',
  E: 'M36 0H0V60H36M0 30H28',
  I: 'M20 0V60',
  L: 'M0 0V60H36',
  N: 'M0 60V0L40 60V0',
  O: 'M20 0Q40 0 40 30Q40 60 20 60Q0 60 0 30Q0 0 20 0Z',
  S: 'M36 8Q20 -6 6 8T18 28Q42 32 34 50T4 52',
  T: 'M0 0H40M20 0V60',
} as const

export type Letter = keyof typeof LETTERS
