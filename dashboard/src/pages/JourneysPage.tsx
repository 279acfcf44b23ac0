import { useScope } from '../filters/use-scope.ts'
import { JourneyBoard } from '../widgets/journeys/JourneyBoard.tsx'
import { JourneyForm } from '../widgets/journeys/JourneyForm.tsx'
import { readJourneyView } from '../widgets/journeys/journey-view.ts'
import { ReportRoom } from './ReportRoom.tsx'

export function JourneysPage() {
  const scope = useScope()
  const view = readJourneyView(scope.params)
  return (
    <ReportRoom
      title="Journeys"
      subtitle="The ways through the magazine, page by page"
      scope={scope}
      settings={
        <JourneyForm
          key={view.page}
          view={view}
          onChange={({ page, direction, steps }) =>
            scope.change({ own: { page, direction, steps: String(steps) } })
          }
        />
      }
    >
      <JourneyBoard view={view} scope={scope} />
    </ReportRoom>
  )
}
