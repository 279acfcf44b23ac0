import type { ReactNode } from 'react'
import { BotsChoice } from '../filters/BotsChoice.tsx'
import { PeriodPicker } from '../filters/PeriodPicker.tsx'
import type { Scope } from '../filters/use-scope.ts'
import { Alert } from '../ui/Alert.tsx'
import { ShortcutHelp } from '../ui/ShortcutHelp.tsx'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { periodShortcutList, periodShortcuts } from './period-shortcuts.ts'
import { Room } from './Room.tsx'
import { ScopeBar } from '../filters/ScopeBar.tsx'

interface ReportRoomProps {
  title: string
  subtitle: string
  scope: Scope
  /** Before the way out. */
  tools?: ReactNode
  /** What else the report is set by. */
  settings?: ReactNode
  children: ReactNode
}

/** The frame of a room that reports on a period. */
export function ReportRoom({ title, subtitle, scope, tools, settings, children }: ReportRoomProps) {
  const { span, today, bots, problems, change } = scope
  useShortcuts(periodShortcuts((span) => change({ span })))
  return (
    <Room
      title={title}
      subtitle={subtitle}
      content="figures"
      tools={
        <>
          {tools}
          <ShortcutHelp shortcuts={periodShortcutList} />
          <SignOutButton />
        </>
      }
    >
      <ScopeBar
        period={<PeriodPicker span={span} today={today} onChange={(span) => change({ span })} />}
        filterCount={0}
      >
        <BotsChoice bots={bots} onChange={(bots) => change({ bots })} />
        {settings}
      </ScopeBar>
      {problems.length > 0 && <Alert tone="notice">{problems.join(' ')}</Alert>}
      <div className="stack">{children}</div>
    </Room>
  )
}
