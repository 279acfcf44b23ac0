import type { TestOutcome } from './test-report.ts'

/**
 * The end of a run, for whoever did not watch its thousands of lines: what failed, by name, then the line that
 * continuous integration reads.
 */
export function summary({ passed, failures, skipped }: TestOutcome): string {
  const counts = `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  if (failures.length === 0) return counts
  return [
    '',
    'What failed; each is explained above:',
    ...failures.map((name) => `  ✗ ${name}`),
    '',
    counts,
  ].join('\n')
}
