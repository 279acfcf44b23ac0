// Who may import whom. Each rule says what it keeps true.

/** Builders and test doubles live in folders of this name and may reach everywhere. */
const FOR_TESTS = '/testing/'

/**
 * Modules of the collector, each with the others that it may import, types included. A module stands below those that
 * it may import, so there is no circle of folders. `face`: what other modules may import of it, all of it where it has
 * none. The files beside them (`main.ts`, `app.ts`, `api.ts`) put them together and may import everything.
 */
const MODULES = {
  platform: { imports: [] },
  config: { imports: [] },
  events: { imports: [] },
  database: {
    imports: ['platform', 'config'],
    face: ['open-postgres', 'migrate', 'rows', 'schema/[a-z-]+'],
  },
  email: {
    imports: ['platform', 'database'],
    face: [
      'email',
      'email-content',
      'email-html',
      'email-text',
      'outbox',
      'failed-email',
      'smtp-failure',
      'mailer',
      'file-transport',
    ],
  },
  identity: {
    imports: ['platform', 'config', 'database', 'email'],
    face: [
      'identity',
      'authenticate',
      'require-admin',
      'attempt-limits',
      'audit-log',
      'audit-chain',
      'record-refusal',
      'passwords',
      'users',
      'admins',
      'ensure-admin',
      'retention',
      'account-records',
      'auth-routes',
      'team',
      'team-routes',
      'audit-log-routes',
      'account-emails',
    ],
  },
  audience: {
    imports: ['platform', 'database', 'email', 'identity'],
    face: [
      'audience',
      'consent',
      'email-outcomes',
      'hold-email',
      'mail-log',
      'personal-data',
      'retention',
      'form-request',
      'contact/contact-routes',
      'contact/triage',
      'issues/issue-archive',
      'issues/issue-routes',
      'issues/issue-sender',
      'issues/render-issue',
      'issues/results/count-routes',
      'issues/results/store-counts',
      'newsletter/issue-counts',
      'newsletter/newsletter-routes',
    ],
  },
  workspace: {
    imports: ['platform', 'database', 'email', 'identity'],
    face: [
      'annotations',
      'link-health/check-links',
      'link-health/link-health',
      'saved-views',
      'saved-funnels',
      'schedule-reports',
      'report-routes',
    ],
  },
  spool: {
    imports: ['platform', 'events'],
    face: [
      'batch',
      'cursor',
      'cursor-store',
      'group-commit',
      'file-system',
      'id-window',
      'row-block',
      'spool',
      'spool-error',
      'totals',
    ],
  },
  ingest: {
    imports: ['platform', 'config', 'events', 'spool'],
    face: [
      'accept-beacon',
      'assignment-routes',
      'assignments',
      'country',
      'event-routes',
      'pipeline',
      'request-metadata',
      'seen-ids',
    ],
  },
  warehouse: {
    imports: ['platform', 'config', 'events', 'spool'],
    face: [
      'all-shards',
      'clickhouse/clickhouse',
      'clickhouse/insert-rows',
      'clickhouse/is-available',
      'clickhouse/migrate',
      'clickhouse/open-clickhouse',
      'clickhouse/query',
      'clickhouse/row-parts',
      'clickhouse/time-ranges',
      'export-events',
      'loader/batch-rows',
      'loader/dead-letters',
      'loader/find-stored',
      'loader/loader',
      'loader/refusal',
      'loader/batch-part',
      'loader/unverified-rows',
      'sessions/late-sessions',
      'sessions/open-sessions',
      'sessions/session-builder',
      'sessions/session-columns',
      'sessions/session-rows',
      'sessions/session-sources',
      'shard',
      'stored-assignments',
      'variant-switches',
    ],
  },
  'consent-coverage': { imports: ['platform', 'warehouse'] },
  reconciliation: {
    imports: ['platform', 'database', 'identity', 'events', 'spool', 'ingest', 'warehouse'],
    face: [
      'coordination/single-collector',
      'coordination/collector-figures',
      'coordination/coordination',
      'coordination/postgres-coordination',
      'dead-letter-routes',
      'delivery-report',
      'erasure/erased-sessions',
      'erasure/erasure-routes',
      'erasure/session-records',
      'last-reconciliation',
      'ledger',
      'retention',
      'equations',
      'reconciliation',
      'remember-ids',
    ],
  },
  analytics: {
    imports: ['platform', 'database', 'identity', 'events', 'warehouse'],
    face: [
      'affiliate/affiliate-routes',
      'affiliate/commission-store',
      'articles/article-report',
      'articles/article-routes',
      'coverage/coverage',
      'experiments/ended-in-pages',
      'experiments/experiment-results',
      'experiments/experiment-routes',
      'experiments/read-experiment',
      'funnels/funnel-routes',
      'history/history-routes',
      'goals/goal-routes',
      'goals/goal-store',
      'link-clicks',
      'endpoints/known-requests',
      'endpoints/openapi',
      'endpoints/require-caller',
      'sharing/sharing',
      'sharing/sharing-routes',
      'statistics',
      'stats-routes',
    ],
  },
  stack: {
    imports: [
      'platform',
      'config',
      'events',
      'database',
      'email',
      'identity',
      'audience',
      'spool',
      'ingest',
      'warehouse',
      'consent-coverage',
      'reconciliation',
      'analytics',
    ],
  },
  operations: {
    imports: [
      'platform',
      'config',
      'events',
      'database',
      'email',
      'identity',
      'audience',
      'spool',
      'warehouse',
      'reconciliation',
      'stack',
    ],
    face: [
      'call-running-stack',
      'backup/encryption',
      'backup/restore-stack',
      'backup/unfinished-restore',
      'control-server',
      'erasure-list',
      'health',
      'nightly',
      'observability/observability',
      'operations',
      'personal-data',
      'read-password',
    ],
  },
}

// What a module may import stands above it.
Object.entries(MODULES).forEach(([name, { imports }], place, all) => {
  for (const imported of imports)
    if (!all.slice(0, place).some(([above]) => above === imported))
      throw new Error(`${name} may not import ${imported}, which stands below it`)
})

const moduleRules = Object.entries(MODULES).flatMap(([name, { imports, face }]) => {
  const inside = `^collector/src/${name}/`
  const reachable = [name, ...imports].join('|')
  return [
    {
      name: `${name}-imports`,
      comment: 'Arrows between modules go one way, types included.',
      from: { path: inside },
      to: { path: '^collector/src/', pathNot: `^collector/src/(${reachable})/` },
    },
    ...(face === undefined
      ? []
      : [
          {
            name: `${name}-face`,
            comment: 'Other modules import its face; the rest may change without them.',
            from: { pathNot: inside },
            to: { path: inside, pathNot: `${inside}(${face.join('|')})[.]ts$` },
          },
        ]),
  ]
})

/** The folders of a workspace, not those inside them. */
const TOP_FOLDER = '^(collector|dashboard|shared|site)/src/[^/]+$'

const forbidden = [
  ...moduleRules,
  {
    name: 'no-circular',
    comment: 'A circle means two files are one thing, or a third is missing; types count too.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-circular-folders',
    comment:
      'Folders depend on each other one way, so that one can be read, moved or replaced without the other.',
    scope: 'folder',
    from: { path: TOP_FOLDER },
    to: { path: TOP_FOLDER, circular: true },
  },
  {
    name: 'programs-stand-alone',
    comment:
      'Programs agree through shared/, never by importing each other: each can be built and shipped alone.',
    from: { path: '^(site|dashboard|collector)/' },
    to: { path: '^(site|dashboard|collector)/', pathNot: '^$1/' },
  },
  {
    name: 'shared-imports-zod-only',
    comment: 'What two programs agree on must run in both: no server, no browser, no framework.',
    from: { path: '^shared/src' },
    to: { pathNot: ['^shared/src', 'node_modules/zod/'] },
  },
  {
    name: 'tracking-knows-event-types-only',
    comment: 'zod would be larger than the whole tracker. A test parses what it sends with the real schemas.',
    from: { path: '^site/src/(tracking|consent|client)/' },
    to: { path: '^shared/src/(events|stats|auth)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'migrations-are-frozen',
    comment: 'A released migration means the same for ever, so it imports nothing of ours.',
    from: { path: '^collector/src/database/migrations/' },
    to: { path: '^(collector|shared)/' },
  },
  {
    name: 'pages-stand-alone',
    comment: 'What two pages use belongs to neither of them.',
    from: { path: '^dashboard/src/pages/([^/]+)/' },
    to: { path: '^dashboard/src/(pages|routes)', pathNot: '^dashboard/src/pages/$1/' },
  },
  {
    name: 'pages-are-leaves',
    comment: 'Only the routes know the pages. The sign-in page fetches them ahead of time.',
    from: { path: '^dashboard/src/[^/]+/', pathNot: '^dashboard/src/(pages/|sign-in/main[.]ts$)' },
    to: { path: '^dashboard/src/(pages/|routes)' },
  },
  {
    name: 'charts-and-ui-know-no-api',
    comment: 'They draw what they are given, so that they can be reused and tested without a server.',
    from: { path: '^dashboard/src/(charts|ui|format|time)/' },
    to: { path: '^dashboard/src/(api|layout|pages|session)/' },
  },
  {
    name: 'not-to-unresolvable',
    comment: 'An import that leads nowhere.',
    from: {},
    // A package of types alone has nothing to resolve to.
    to: { couldNotResolve: true, pathNot: ['^virtual:', '^hast$', '^mdast$'] },
  },
  {
    name: 'builders-are-for-tests',
    comment: 'Builders make up events; nothing that ships may.',
    from: { pathNot: '^(e2e|scripts|collector/bench)/' },
    to: { path: FOR_TESTS },
  },
]

for (const rule of forbidden) {
  rule.severity = 'error'
  rule.from.pathNot = [rule.from.pathNot ?? [], FOR_TESTS].flat()
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden,
  options: {
    // TypeScript 7 has no compiler API to lend; swc reads the imports.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Tests may reach everywhere, and use syntax that swc's reader here does not know yet.
    exclude: { path: '(/dist/|/\\.cache/|\\.test\\.tsx?$|^collector/test/)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
    combinedDependencies: true,
  },
}
