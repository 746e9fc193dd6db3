import { type Aims, type Entrant, type Group, runGroup } from './measure.ts'
import {
  logIn,
  type RequestMaker,
  readCatalogue,
  readCatalogueByRpc,
  readCourses,
  readCoursesAgain,
  readLessons,
  reportBatches,
  reportPartially,
  reportProgress,
  saveAnswers,
} from './requests.ts'
import { numberAfter, textAfter, withSetting } from './setting.ts'
import type { World } from './world.ts'

/*
 * `npm run bench [-- --rounds 5 --seconds 3 --warm-up 10 --only progress]`: compares Lyceum with
 * what a careful engineer would write by hand (checks/bench/rivals/bare.ts), with the shortest
 * statements too, trpc-openapi's plugin and tRPC's adapter. Rounds are interleaved; ratios are taken
 * round by round, and the tables have medians. Exit code 1 when an aim is missed beyond the noise,
 * or a figure is a tenth worse than kept; `--keep` keeps those of this run.
 */
const rounds = numberAfter('--rounds', 5)
const seconds = numberAfter('--seconds', 3)
// Lasts until V8 has compiled the hot code, which takes the larger program longer.
const warmUpSeconds = numberAfter('--warm-up', 10)
const only = textAfter('--only')
const connections = 20

type Entrants = Pick<Group, 'rivals' | 'own'>

function besideHand(requests: RequestMaker, options: Partial<Entrant> = {}): Entrants {
  return {
    rivals: [
      { label: 'bare Fastify and SQL', contender: 'bare', requests, ...options },
      { label: 'the same in the shortest statements', contender: 'limit', requests, ...options },
    ],
    own: { label: 'Lyceum, REST', contender: 'lyceum', requests, ...options },
  }
}

function plugins(requests: RequestMaker): Entrant[] {
  return [
    { label: "trpc-openapi's plugin, by its documentation", contender: 'by the book', requests },
    { label: "trpc-openapi's plugin on Lyceum's procedures", contender: 'plugin', requests },
  ]
}

const ofShort = ({ shortCourse }: World) => [shortCourse]
const ofLong = ({ longCourse }: World) => [longCourse]
const ofUsual = ({ courses }: World) => courses
const ofRuled = ({ ruledCourse }: World) => [ruledCourse]
const lessons = readLessons()
const reports = reportProgress()

function oneConnection(title: string, requests: RequestMaker): Group {
  return {
    title: `${title}, one connection`,
    connections: 1,
    ...besideHand(requests),
    aims: { cpu: 1.5 },
  }
}

function course(title: string, requests: RequestMaker, options: Partial<Entrant> = {}): Group {
  return {
    title: `GET /api/v1/courses/{id}, ${title}`,
    connections,
    ...besideHand(requests, options),
  }
}

/** Compares the same requests about the course of 30 lessons and about that of 600. */
function bySize(requests: (coursesOf: (world: World) => World['courses']) => RequestMaker) {
  return {
    rivals: [{ label: '30 lessons', contender: 'lyceum', requests: requests(ofShort) }],
    own: { label: '600 lessons', contender: 'lyceum', requests: requests(ofLong) },
  } satisfies Entrants
}

/** Compares requests about a course whose lessons are never locked with one that has rules. */
function withRules(
  title: string,
  requests: (coursesOf: (world: World) => World['courses']) => RequestMaker,
): Group {
  return {
    title: `${title}, with rules`,
    connections,
    rivals: [{ label: 'without rules', contender: 'lyceum', requests: requests(ofShort) }],
    own: {
      label: 'each requires another, and has its day',
      contender: 'lyceum',
      requests: requests(ofRuled),
    },
    aims: { rate: 1 / 1.15, cpu: 1.15, database: 1.15 },
  }
}

const hardlyDearer: Aims = { rate: 1 / 1.2, cpu: 1.2, database: 1.2 }
const asByHand: Aims = { rate: 0.95, cpu: 1.2, database: 1.2, p99: 1.5 }

const groups: Group[] = [
  {
    title: 'GET /api/v1/courses?limit=20',
    connections,
    ...besideHand(readCatalogue),
    others: [
      ...plugins(readCatalogue),
      { label: 'tRPC, single', contender: 'lyceum', requests: readCatalogueByRpc({ calls: 1 }) },
      {
        label: 'tRPC, batch of 10',
        contender: 'lyceum',
        requests: readCatalogueByRpc({ calls: 10 }),
        answersPerResponse: 10,
      },
    ],
    aims: asByHand,
  },
  {
    title: 'GET /api/v1/lessons/{id}',
    connections,
    ...besideHand(lessons),
    others: plugins(lessons),
    aims: asByHand,
  },
  {
    title: 'POST /api/v1/progress',
    connections,
    ...besideHand(reports),
    others: [
      ...plugins(reports),
      {
        label: 'tRPC, single',
        contender: 'lyceum',
        requests: reportProgress(ofUsual, '/trpc/progress.update'),
      },
    ],
    aims: asByHand,
  },
  {
    title: 'POST /api/v1/progress, partial, by size of the course',
    connections,
    ...bySize(reportPartially),
    aims: hardlyDearer,
  },
  {
    title: 'POST /api/v1/progress/batch, 500 events, beside reports one by one',
    connections: 1,
    rivals: [
      { label: 'events one by one', contender: 'lyceum', requests: reportPartially(ofUsual) },
    ],
    own: {
      label: 'batches of 500 events',
      contender: 'lyceum',
      requests: reportBatches(500),
      answersPerResponse: 500,
    },
    aims: { rate: 10, cpu: 0.1 },
  },
  withRules('GET /api/v1/lessons/{id}', readLessons),
  withRules('POST /api/v1/progress, partial', reportPartially),
  {
    title: 'PATCH /api/v1/attempts/{id}',
    connections,
    ...besideHand(saveAnswers),
    aims: hardlyDearer,
  },
  {
    title: 'PATCH /api/v1/attempts/{id}, beside a report of progress',
    connections,
    rivals: [
      { label: 'a report of progress', contender: 'lyceum', requests: reportPartially(ofShort) },
    ],
    own: { label: 'a saved answer', contender: 'lyceum', requests: saveAnswers },
  },
  course('50 lessons', readCourses(ofUsual)),
  course('50 lessons, If-None-Match', readCoursesAgain(ofUsual), { status: 304 }),
  course('600 lessons', readCourses(ofLong)),
  course('600 lessons, If-None-Match', readCoursesAgain(ofLong), { status: 304 }),
  oneConnection('GET /api/v1/courses?limit=20', readCatalogue),
  oneConnection('GET /api/v1/lessons/{id}', lessons),
  oneConnection('POST /api/v1/progress', reports),
  {
    title: 'POST /api/v1/auth/login (bcrypt cost 12)',
    // More clients would be refused while these are hashed (checks/bench/flood.ts).
    connections: 8,
    ...besideHand(logIn),
    // PostgreSQL's part is a thirtieth: by hand it is asked twice, without limits, devices and audit.
    aims: { ...asByHand, database: 5 },
  },
]

await withSetting('bench', async (setting) => {
  const missed: string[] = []
  for (const group of groups)
    if (only === undefined || group.title.includes(only))
      missed.push(...(await runGroup(group, setting, { rounds, seconds, warmUpSeconds })))
  if (missed.length === 0) return
  process.stdout.write(`\nMissed beyond the noise:\n${missed.map((aim) => `- ${aim}\n`).join('')}`)
  process.exitCode = 1
})
