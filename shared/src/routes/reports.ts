import { SavedGoals } from '../stats/goals.ts'
import { CommissionDeletion, CommissionImport, CommissionNetworks } from '../stats/affiliate-commission.ts'
import { AffiliateReport } from '../stats/affiliate-report.ts'
import { Brief } from '../stats/brief.ts'
import { comparedReport } from '../stats/compared-report.ts'
import { ArticleDetail, ArticleReport } from '../stats/articles-report.ts'
import {
  EndedExperiment,
  EndedExperiments,
  ExperimentChange,
  ExperimentEnding,
} from '../stats/experiments-ending.ts'
import { ExperimentResult } from '../stats/experiments-result.ts'
import { FunnelResult, FunnelDraft, SavedFunnel, SavedFunnels } from '../stats/funnels.ts'
import { LaunchCurve } from '../stats/launch-curve.ts'
import { Journeys } from '../stats/journeys.ts'
import { SessionList, SessionPath } from '../stats/sessions.ts'
import { route } from './route.ts'

export const listSessions = route('GET', '/api/stats/sessions', SessionList)
export const readSessionPath = route('GET', '/api/stats/sessions/:hash', SessionPath)

export const readBrief = route('GET', '/api/stats/brief', Brief)
export const listArticles = route('GET', '/api/stats/articles', comparedReport(ArticleReport))
export const readArticle = route('GET', '/api/stats/articles/:slug', comparedReport(ArticleDetail))
export const readLaunchCurve = route('GET', '/api/stats/articles/:slug/launch', LaunchCurve)
export const readJourneys = route('GET', '/api/stats/journeys', comparedReport(Journeys))
export const readExperiment = route('GET', '/api/stats/experiments/results', ExperimentResult)
export const listEndedExperiments = route('GET', '/api/experiments', EndedExperiments)
export const endExperiment = route('POST', '/api/experiments/:test/end', EndedExperiment, ExperimentEnding)
export const changeExperiment = route('PATCH', '/api/experiments/:test', EndedExperiment, ExperimentChange)

export const readGoals = route('GET', '/api/stats/goals', SavedGoals)
export const changeGoals = route('PUT', '/api/stats/goals', SavedGoals, SavedGoals)

export const readAffiliate = route('GET', '/api/stats/affiliate', comparedReport(AffiliateReport))
/** Takes a CSV file in place of JSON. */
export const importCommissions = route('POST', '/api/stats/affiliate/commissions', CommissionImport)
export const listCommissionNetworks = route('GET', '/api/stats/affiliate/networks', CommissionNetworks)
export const deleteCommissions = route('DELETE', '/api/stats/affiliate/commissions', CommissionDeletion)

export const queryFunnel = route('GET', '/api/stats/funnels/result', comparedReport(FunnelResult))
export const listFunnels = route('GET', '/api/stats/funnels', SavedFunnels)
export const saveFunnel = route('POST', '/api/stats/funnels', SavedFunnel, FunnelDraft)
export const changeFunnel = route('PUT', '/api/stats/funnels/:id', SavedFunnel, FunnelDraft)
export const deleteFunnel = route('DELETE', '/api/stats/funnels/:id')
