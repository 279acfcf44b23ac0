import type { StoredCopy } from './later-copies.ts'

/** Rows by `<table>:<YYYYMM of their arrival>`. */
export function byMonth(copies: readonly StoredCopy[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { table, month } of copies) counts[`${table}:${month}`] = (counts[`${table}:${month}`] ?? 0) + 1
  return counts
}

/** Counts without some; what would be none or fewer is gone. */
export function less(
  counts: Readonly<Record<string, number>>,
  without: Readonly<Record<string, number>>,
): Record<string, number> {
  const left = Object.entries(counts).map(([key, rows]) => [key, rows - (without[key] ?? 0)] as const)
  return Object.fromEntries(left.filter(([, rows]) => rows > 0))
}

export function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, rows) => total + rows, 0)
}
