import { useScope } from '../filters/use-scope.ts'
import { paths } from '../paths.ts'
import { Panel } from '../ui/Panel.tsx'
import { FunnelDrawing } from '../widgets/funnels/FunnelDrawing.tsx'
import { FunnelEditor } from '../widgets/funnels/FunnelEditor.tsx'
import { SavedFunnels } from '../widgets/funnels/SavedFunnels.tsx'
import { readFunnelView, writeFunnelView } from '../widgets/funnels/funnel-view.ts'
import { ReportRoom } from './ReportRoom.tsx'

export function FunnelsPage() {
  const scope = useScope()
  const view = readFunnelView(scope.params)
  return (
    <ReportRoom title="Funnels" subtitle="Steps in their order, and where visits are lost" scope={scope}>
      <div className="grid">
        <Panel title="Steps" note="Within one visit, others in between allowed">
          <FunnelEditor
            key={scope.params.toString()}
            view={view}
            onShow={(view) => scope.change({ own: writeFunnelView(view) })}
          />
        </Panel>
        <Panel title="How far visits got">
          <FunnelDrawing view={view} period={scope.period} />
        </Panel>
      </div>
      <SavedFunnels
        view={view}
        addressOf={(view) => paths.funnels(scope.queryWith({ own: writeFunnelView(view) }))}
      />
    </ReportRoom>
  )
}
