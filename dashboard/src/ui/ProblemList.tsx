import type { FileProblem } from '@half-measure/shared/stats/file-problem.ts'
import type { ReactNode } from 'react'
import { Alert } from './Alert.tsx'

const SHOWN = 20

/** What is wrong in a file, by line. */
export function ProblemList({
  problems,
  children,
}: {
  problems: readonly FileProblem[]
  children: ReactNode
}) {
  return (
    <Alert tone="danger">
      <p>{children}</p>
      <ul>
        {problems.slice(0, SHOWN).map(({ line, problem }) => (
          <li key={`${line} ${problem}`}>
            Line {line}: {problem}
          </li>
        ))}
        {problems.length > SHOWN && <li>and more</li>}
      </ul>
    </Alert>
  )
}
