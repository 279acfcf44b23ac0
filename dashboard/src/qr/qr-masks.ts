/** Whether a mask turns a module over. ISO/IEC 18004, table 10. */
export const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

/** Looks like a corner of the code, which would mislead a reader. */
const LIKE_A_CORNER = [
  [true, false, true, true, true, false, true, false, false, false, false],
  [false, false, false, false, true, false, true, true, true, false, true],
] as const

/** How hard a code is to read: long runs, blocks, what looks like a corner, more of one colour. */
export function penaltyOf(modules: readonly (readonly boolean[])[]): number {
  const size = modules.length
  const at = (row: number, column: number) => modules[row]?.[column] ?? false
  const lines = [...modules, ...modules.map((_, column) => modules.map((line) => line[column] ?? false))]
  let penalty = 0
  for (const line of lines) {
    let run = 0
    for (const [index, isDark] of line.entries()) {
      run = index > 0 && line[index - 1] === isDark ? run + 1 : 1
      if (run === 5) penalty += 3
      else if (run > 5) penalty += 1
      for (const pattern of LIKE_A_CORNER)
        if (pattern.every((value, offset) => line[index + offset] === value)) penalty += 40
    }
  }
  for (let row = 0; row < size - 1; row++) {
    for (let column = 0; column < size - 1; column++) {
      const one = at(row, column)
      if (one === at(row, column + 1) && one === at(row + 1, column) && one === at(row + 1, column + 1))
        penalty += 3
    }
  }
  const dark = modules.flat().filter(Boolean).length / size ** 2
  return penalty + 10 * Math.floor(Math.abs(dark - 0.5) * 20)
}
