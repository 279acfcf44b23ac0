import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './process.ts'
import { readTestReport, slowestFiles, summary } from './run-tests.ts'

const passing = file('site/a.test.ts', 'passed', [test('passes', 'passed')])

describe('the end of a run', () => {
  it('names each failed test with its file, before the counts', () => {
    const failing = file('site/b.test.ts', 'failed', [test('holds', 'failed'), test('stands', 'passed')])
    const outcome = readTestReport(report([passing, failing], { numPassedTests: 2 }), 1)
    expect(summary(outcome).split('\n')).toEqual([
      '',
      'What failed; each is explained above:',
      '  ✗ site/b.test.ts: a beer > holds',
      '',
      '2 passed, 1 failed',
    ])
  })

  it('is one line where nothing failed', () => {
    const outcome = readTestReport(report([passing], { numPendingTests: 3 }), 0)
    expect(summary(outcome)).toBe('1 passed, 0 failed, 3 skipped')
  })

  it('names a file that could not be loaded, and one whose tests were left out when a hook failed', () => {
    const broken = [
      file('e2e/c.test.ts', 'failed', []),
      file('e2e/d.test.ts', 'failed', [test('sees', 'skipped')]),
    ]
    expect(readTestReport(report(broken), 1).failures).toEqual([
      'e2e/c.test.ts: could not be run',
      'e2e/d.test.ts: could not be run',
    ])
  })

  it('counts it as a failure when Vitest fails for another reason, or leaves no report', () => {
    expect(readTestReport(report([passing]), 1).failures).toHaveLength(1)
    expect(readTestReport(undefined, 137).failures).toEqual([expect.stringContaining('137')])
  })
})

describe('the slowest files', () => {
  it('are the ten that took the longest, the longest first', () => {
    const files = Array.from({ length: 12 }, (_, n) => ({
      ...file(`site/${n}.test.ts`, 'passed', []),
      startTime: 1_000,
      endTime: 1_000 + n * 500,
    }))
    const lines = slowestFiles(report(files)).trimEnd().split('\n')
    expect(lines).toHaveLength(11)
    expect(lines.slice(1, 3)).toEqual(['    5.5 s  site/11.test.ts', '    5.0 s  site/10.test.ts'])
  })
})

function test(title: string, status: string) {
  return { ancestorTitles: ['a beer'], title, status }
}

function file(path: string, status: string, assertionResults: readonly object[]) {
  return { name: join(ROOT, path), status, assertionResults }
}

function report(testResults: readonly object[], numbers: object = {}): string {
  return JSON.stringify({ numPassedTests: 1, numPendingTests: 0, numTodoTests: 0, testResults, ...numbers })
}
