// Who may import whom. The direction of the arrows is the direction of an event: routes → ingest → spool, then
// warehouse → clickhouse. Each rule says what it keeps true.

/** Builders and test doubles live in folders of this name and may reach everywhere. */
const FOR_TESTS = '/testing/'

/**
 * Modules of the collector: which others each may import, types included, and its face, the files that others may
 * import (all of them where none are listed). Folders that have not become modules yet have rules of their own below.
 */
const MODULES = {
  platform: { imports: [] },
  config: { imports: ['platform'] },
  database: {
    imports: ['platform', 'config'],
    face: ['open-postgres', 'migrate', 'pagination', 'schema/[a-z-]+'],
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
      'passwords',
      'users',
      'admins',
      'ensure-admin',
      'retention',
      'auth-routes',
      'team-routes',
      'audit-log-routes',
    ],
  },
  audience: {
    imports: ['platform', 'database', 'email', 'identity'],
    face: [
      'audience',
      'consent',
      'mail-log',
      'retention',
      'contact/contact-routes',
      'contact/triage',
      'issues/deliveries',
      'issues/issue-archive',
      'issues/issue-routes',
      'issues/issue-sender',
      'newsletter/newsletter-routes',
    ],
  },
  workspace: {
    imports: ['platform', 'database', 'email', 'identity'],
    face: ['annotations', 'saved-views', 'saved-funnels', 'schedule-reports', 'report-routes'],
  },
  'analytics/sharing': { imports: ['platform', 'database', 'identity', 'analytics/openapi'] },
  'analytics/openapi': { imports: ['platform'] },
}

const moduleRules = Object.entries(MODULES).flatMap(([name, { imports, face }]) => {
  const inside = `^collector/src/${name}/`
  const reachable = [name, ...imports].join('|')
  return [
    {
      name: `${name}-imports`,
      comment: 'Arrows between modules go one way, types included.',
      severity: 'error',
      from: { path: inside },
      to: { path: '^collector/src/', pathNot: `^collector/src/(${reachable})/` },
    },
    {
      name: `${name}-has-no-circles`,
      comment: 'Two files in a circle are one thing, or a third is missing; types count too.',
      severity: 'error',
      from: { path: inside },
      to: { circular: true },
    },
    ...(face === undefined
      ? []
      : [
          {
            name: `${name}-face`,
            comment: 'Other modules import its face; the rest may change without them.',
            severity: 'error',
            from: { pathNot: inside },
            to: { path: inside, pathNot: `${inside}(${face.join('|')})[.]ts$` },
          },
        ]),
  ]
})

const forbidden = [
  ...moduleRules,
  {
    name: 'no-circular',
    comment: 'A circle means two files are one thing, or a third is missing.',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'programs-stand-alone',
    comment:
      'Programs agree through shared/, never by importing each other: each can be built and shipped alone.',
    severity: 'error',
    from: { path: '^(site|dashboard|collector)/' },
    to: { path: '^(site|dashboard|collector)/', pathNot: '^$1/' },
  },
  {
    name: 'shared-imports-zod-only',
    comment: 'What two programs agree on must run in both: no server, no browser, no framework.',
    severity: 'error',
    from: { path: '^shared/src' },
    to: { pathNot: ['^shared/src', 'node_modules/zod/'] },
  },
  {
    name: 'tracking-knows-event-types-only',
    comment: 'zod would be larger than the whole tracker. A test parses what it sends with the real schemas.',
    severity: 'error',
    from: { path: '^site/src/(tracking|consent|client)/' },
    to: { path: '^shared/src/(events|stats|auth)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'spool-is-a-leaf',
    comment: 'The log keeps bytes and knows no stage before or after it.',
    severity: 'error',
    from: { path: '^collector/src/spool/' },
    to: {
      path: '^collector/src/',
      pathNot: '^collector/src/(spool/|platform/|event-tables\\.ts|date-time64\\.ts)',
    },
  },
  {
    name: 'ingest-knows-the-spool-only',
    comment: 'Deciding about an event asks no database: ClickHouse may be away for an hour.',
    severity: 'error',
    from: { path: '^collector/src/ingest/' },
    to: {
      path: '^collector/src/(clickhouse|database|warehouse|analytics|reconciliation|identity|audience|routes)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'routes-touch-no-database',
    comment: 'A handler parses, calls one function and answers; SQL has its own rooms.',
    severity: 'error',
    from: { path: '^collector/src/routes/' },
    to: {
      path: '^collector/src/(clickhouse|database|spool|warehouse)/',
      dependencyTypesNot: ['type-only'],
      pathNot: 'spool/spool-error',
    },
  },
  {
    name: 'analytics-ask-clickhouse-only',
    comment:
      'Figures are read from the tables, never from the way there. Where sessions are, the warehouse says.',
    severity: 'error',
    // Links and tokens, which open the figures, are in PostgreSQL.
    from: { path: '^collector/src/(analytics|experiments)/', pathNot: '^collector/src/analytics/sharing/' },
    to: {
      path: '^collector/src/(spool|ingest|warehouse|database|identity|audience|email|workspace|routes)/',
      pathNot: '^collector/src/warehouse/sessions/(open-sessions|session-rows|session-sources)[.]ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'loader-and-reconciliation-bridge-spool-and-clickhouse',
    comment:
      'Spool and ClickHouse meet in warehouse/ and reconciliation/ only, and neither knows the people.',
    severity: 'error',
    from: { path: '^collector/src/(warehouse|reconciliation)/' },
    to: {
      path: '^collector/src/(database|identity|audience|email|workspace|routes|analytics|ingest)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'migrations-are-frozen',
    comment: 'A released migration means the same for ever, so it imports nothing of ours.',
    severity: 'error',
    from: { path: '^collector/src/database/migrations/' },
    to: { path: '^(collector|shared)/' },
  },
  {
    name: 'pages-stand-alone',
    comment: 'What two pages use belongs to neither of them.',
    severity: 'error',
    from: { path: '^dashboard/src/pages/([^/]+)/' },
    to: { path: '^dashboard/src/(pages|routes)', pathNot: '^dashboard/src/pages/$1/' },
  },
  {
    name: 'pages-are-leaves',
    comment: 'Only the routes know the pages.',
    severity: 'error',
    from: { path: '^dashboard/src/[^/]+/', pathNot: '^dashboard/src/pages/' },
    to: { path: '^dashboard/src/(pages/|routes)' },
  },
  {
    name: 'charts-and-ui-know-no-api',
    comment: 'They draw what they are given, so that they can be reused and tested without a server.',
    severity: 'error',
    from: { path: '^dashboard/src/(charts|ui|format|time)/' },
    to: { path: '^dashboard/src/(api|layout|pages|session)/' },
  },
  {
    name: 'not-to-unresolvable',
    comment: 'An import that leads nowhere.',
    severity: 'error',
    from: {},
    // A package of types alone has nothing to resolve to.
    to: { couldNotResolve: true, pathNot: ['^virtual:', '^hast$', '^mdast$'] },
  },
  {
    name: 'builders-are-for-tests',
    comment: 'Builders make up events; nothing that ships may.',
    severity: 'error',
    from: { pathNot: '^(e2e|scripts|collector/bench)/' },
    to: { path: FOR_TESTS },
  },
]

for (const rule of forbidden) rule.from.pathNot = [rule.from.pathNot ?? [], FOR_TESTS].flat()

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
