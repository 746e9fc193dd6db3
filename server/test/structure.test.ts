import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import * as staffValues from '../../client-sdk/src/staff-values.ts'
import * as values from '../../client-sdk/src/values.ts'
import { roomFolders, rooms } from './rooms.ts'

/*
 * Checks all rules of structure: who may import whom, and where things lie. Style, and cycles of
 * files, are in biome.json.
 */
const root = join(import.meta.dirname, '../..')
const isTest = (path: string) => /\.test\.ts$|(^|\/)(test|journeys)\/|test-support\.ts$/.test(path)

const sources = roomFolders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path}`,
    ),
  )
  .filter(
    (path) =>
      /\.(tsx?|js)$/.test(path) &&
      !isTest(path) &&
      !/\/(generated|dist)\/|^client-sdk\/(?!src\/)/.test(path),
  )

/** Files by their paths from the root, our SDK by its room, packages as `npm:pg`. */
const imports = sources.flatMap((from) => {
  const specifiers = readFileSync(join(root, from), 'utf8').matchAll(
    /(?:\bfrom|\bimport\(|^import) ?'([^']+)'/gm,
  )
  return [...specifiers].map(([, name = '']) => ({
    from,
    to: targetOf(from, name),
  }))
})

function targetOf(from: string, name: string): string {
  if (name.startsWith('.')) return relative(root, resolve(root, dirname(from), name))
  return /^@lyceum\/sdk(\/|$)/.test(name)
    ? name.replace('@lyceum/sdk', 'client-sdk/src')
    : `npm:${name}`
}

interface Ban {
  in: RegExp
  notIn?: RegExp
  of: RegExp
  because: string
}

/** An area's door: what of it router.ts and job-handlers.ts take. */
const routerDoor = /^server\/features\/(\w+)\/\1\.ts$/
const jobsDoor = /^server\/features\/(\w+)\/\1-jobs\.ts$/
const router = /^server\/features\/.*\/router\.ts$/
const routerOrDoor = new RegExp(`${router.source}|${routerDoor.source}`)

const above = 'features/|config/|http/|(context|deps|job-kinds|trpc|router)\\.ts$'
const knowsNothingAbove = {
  because: 'Arrows point down: nothing here knows features, the context, the config or HTTP.',
}
const bans: Ban[] = [
  {
    in: /^(server|db\/(queries|schema))\//,
    of: /^npm:pg$/,
    because: 'The driver appears in db/postgres/client.ts and its neighbours alone.',
  },
  {
    in: /^server\//,
    notIn: /^server\/security\/sessions\.ts$/,
    of: /^npm:lucia$/,
    because: 'Only server/security/sessions.ts knows lucia.',
  },
  {
    in: /^server\/features\//,
    of: /^npm:fastify$/,
    because: 'Domain functions know nothing of HTTP.',
  },
  {
    in: /^server\/features\//,
    notIn: /\/router\.ts$/,
    of: /^npm:@trpc\/server$/,
    because: 'Only router.ts translates for tRPC.',
  },
  {
    in: /^server\/features\//,
    of: /^npm:drizzle-orm(\/|$)/,
    because: 'Statements live in db/queries.',
  },
  {
    in: /^server\/features\//,
    notIn: routerOrDoor,
    of: /^server\/(http\/|(trpc|deps)\.ts$)|\/router\.ts$/,
    because: 'Domain functions are called by routers and pages, not the other way round.',
  },
  {
    in: /^server\/features\/.*\/router\.ts$/,
    of: /^db\/|^server\/http\//,
    because: 'A procedure is one line: it translates and calls a domain function.',
  },
  {
    in: /./,
    notIn: routerDoor,
    of: router,
    because: 'Routers are composed at the door of their area.',
  },
  {
    in: /./,
    notIn: /^server\/router\.ts$/,
    of: routerDoor,
    because: 'The doors of areas are for server/router.ts.',
  },
  {
    in: /./,
    notIn: /^server\/job-handlers\.ts$/,
    of: jobsDoor,
    because: 'What the areas do as jobs is for server/job-handlers.ts, which loads late.',
  },
  {
    in: /^server\/router\.ts$/,
    of: /^server\/features\/\w+\/.*\//,
    because: 'An area is entered by its door.',
  },
  {
    in: /^server\/job-handlers\.ts$/,
    of: /^server\/features\/\w+\/.*\/|^db\//,
    because: 'An area is entered by its door.',
  },
  {
    in: /^server\/features\//,
    of: /^server\/(router|job-handlers)\.ts$/,
    because: 'Both stand above all areas.',
  },
  {
    in: /^server\/adapters\//,
    of: new RegExp(`^server/(${above})`),
    ...knowsNothingAbove,
  },
  {
    in: /^server\/adapters\//,
    of: /^server\/security\//,
    because: 'Adapters reach the outside world; who may do it is decided above them.',
  },
  {
    in: /^server\/security\//,
    of: new RegExp(`^server/(${above}|adapters/)`),
    ...knowsNothingAbove,
  },
  {
    in: /^server\/errors\//,
    of: new RegExp(`^server/(${above}|adapters/|security/|texts/)`),
    ...knowsNothingAbove,
  },
  {
    in: /^server\/config\//,
    of: /^db\/|^server\/(features\/|http\/|(context|deps|trpc|router)\.ts$)/,
    because: 'The configuration knows settings and the types of adapters, nothing above.',
  },
  {
    in: /^server\/texts\//,
    of: new RegExp(`^db/|^server/(${above}|adapters/|security/)`),
    because: 'Texts know what is said, not who says it.',
  },
  {
    in: /./,
    notIn:
      /^server\/features\/assessment\/(questions\/(store-questions|question-statistics)|grades\/(grade-attempt|run-regrade|request-regrade)|attempts\/(show-attempt|preview-attempt)|submissions\/(grade-submission|show-to-grade))\.ts$/,
    of: /^db\/queries\/assessment\/questions\/secrets\.ts$/,
    because: 'Right answers are for grading, for authors, and for what a quiz reveals.',
  },
  {
    in: /^client-sdk\/src\//,
    of: /^(?!npm:|client-sdk\/)/,
    because: 'The SDK is published: it holds all that it needs.',
  },
]

test('rooms point one way', () => {
  const roomOf = (path: string) => /^(db\/postgres|[^/:]+)\//.exec(path)?.[1] ?? path
  const broken = imports.flatMap(({ from, to }) => {
    const [room, used] = [roomOf(from), roomOf(to)]
    if (room === used || to.startsWith('npm:') || to === 'package.json') return []
    return rooms[room]?.includes(used) ? [] : `${from} imports ${to}: ${room} is not above ${used}`
  })
  expect(broken).toEqual([])
})

test('every layer imports only what lies below it', () => {
  const broken = bans.flatMap((ban) =>
    imports
      .filter(({ from, to }) => ban.in.test(from) && !ban.notIn?.test(from) && ban.of.test(to))
      .map(({ from, to }) => `${from} imports ${to}: ${ban.because}`),
  )
  expect(broken).toEqual([])
})

/** Six floors: what each area may import of the others. */
const areas: Record<string, readonly string[]> = {
  platform: [],
  courses: ['platform'],
  shop: ['platform'],
  learning: ['platform', 'courses', 'shop'],
  assessment: ['platform', 'courses', 'learning'],
  people: ['assessment', 'platform', 'learning', 'shop'],
  authoring: ['assessment', 'platform', 'courses', 'learning'],
  maintenance: ['assessment', 'authoring', 'platform', 'courses', 'learning', 'shop'],
}

// Tables are left out: foreign keys point at users and courses from everywhere.
test.each(['server/features', 'db/queries'])('the areas of %s point one way', (tree) => {
  const areaOf = (path: string) => new RegExp(`^${tree}/([^/]+)/`).exec(path)?.[1]
  const broken = imports.flatMap(({ from, to }) => {
    const [area, used] = [areaOf(from), areaOf(to)]
    if (area === undefined || used === undefined || area === used) return []
    return areas[area]?.includes(used) ? [] : `${from} imports ${to}: ${area} is not above ${used}`
  })
  expect(broken).toEqual([])
})

test('one file of statements reads the table of right answers', () => {
  const reads = (path: string) =>
    path.startsWith('db/queries/') &&
    /question_?secrets/i.test(readFileSync(join(root, path), 'utf8'))
  expect(sources.filter(reads)).toEqual(['db/queries/assessment/questions/secrets.ts'])
})

test('no instant is cut to a day: lib/lists/periods.ts says whose day it is', () => {
  const cuts = sources.filter((path) =>
    /ISOString\(\)\s*\.(slice|substring)\(0, ?10\)|getUTC(FullYear|Month|Date)\(/.test(
      readFileSync(join(root, path), 'utf8'),
    ),
  )
  expect(cuts).toEqual(['lib/lists/periods.ts'])
})

test('the academy is laid out by start and end, because some read it from right to left', () => {
  const side =
    /(?<![\w-])-?(?:[mp][lr]-|(?:left|right)-[\d[]|(?:text|float)-(?:left|right)\b|(?:border|rounded)-[lr]\b|(?:margin|padding|border)-(?:left|right)|(?:left|right):\s*[\d-])/
  const styles = readdirSync(join(root, 'academy/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => `academy/src/${path}`)
  const pages = sources.filter((path) => /^academy\/src\/.*\.tsx$/.test(path))
  expect(pages.length).toBeGreaterThan(100)
  const sided = [...pages, ...styles].filter((path) =>
    side.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(sided).toEqual([])
})

/** Lists of the same words that mean something else. */
// Roles of administration are not those that a permission has.
const otherWords = ['server/security/permissions.ts: admin,finance,support']

test('an enumeration is written in one file: all else imports it, frontends from the SDK', () => {
  const enumerations = new Set(Object.values({ ...values, ...staffValues }).map(sameWords))
  const text = String.raw`'[^'\n]*'`
  const list = String.raw`\[\s*${text}(?:\s*,\s*${text})+\s*,?\s*\]`
  const union = String.raw`${text}(?:\s*\|\s*${text})+`
  const lists = new RegExp(`${list}|${union}`, 'g')
  const written = sources.flatMap((path) => {
    const found = readFileSync(join(root, path), 'utf8').matchAll(lists)
    return [...found].map(([list]) => ({
      path,
      words: sameWords(list.match(/[^',|[\]\s]+/g) ?? []),
    }))
  })
  const known = written.filter(
    ({ path, words }) => enumerations.has(words) && !otherWords.includes(`${path}: ${words}`),
  )
  const twice = [...Map.groupBy(known, ({ words }) => words)].filter(([, at]) => at.length > 1)
  expect(twice.map(([words, at]) => `${words}: ${at.map(({ path }) => path).join(', ')}`)).toEqual(
    [],
  )
})

function sameWords(words: readonly string[]): string {
  return [...words].sort().join()
}

test('features point one way', () => {
  expect(circlesOf((path) => featureOf(path))).toEqual([])
})

test('the folders inside a feature point one way', () => {
  const isInside = (from: string, to: string) => featureOf(from) === featureOf(to)
  expect(circlesOf((path) => featureOf(path) && dirname(path), isInside)).toEqual([])
})

function featureOf(path: string): string | undefined {
  return /^server\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1]
}

/** The rooms that are in a circle, with what they use. */
function circlesOf(
  roomOf: (path: string) => string | undefined,
  counts: (from: string, to: string) => boolean = () => true,
): string[] {
  const uses = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [room, used] = [roomOf(from), roomOf(to)]
    if (room === undefined || used === undefined || used === room || !counts(from, to)) continue
    uses.set(room, (uses.get(room) ?? new Set()).add(used))
  }
  const reachedFrom = (room: string) => {
    const reached = new Set(uses.get(room))
    for (const next of reached) for (const further of uses.get(next) ?? []) reached.add(further)
    return reached
  }
  return [...uses.keys()]
    .filter((room) => reachedFrom(room).has(room))
    .map((room) => `${room} uses ${[...(uses.get(room) ?? [])].join(', ')}`)
}

/** Files that ask the machine: for files, for what others compare with their clocks, to measure. */
const mayAskTheMachine = [
  'db/postgres/connections/clock.ts',
  'server/adapters/file-storage/s3-uploads.ts',
  'server/adapters/payments/stripe-payments.ts',
  'server/adapters/pdf-printer/pdf/open-signer.ts',
  'server/adapters/remove-leftovers.ts',
  'server/adapters/webhook-sender/webhook-sender.ts',
  'server/http/academy/build-academy.ts',
  'server/http/failures.ts',
]

test('what is compared with stored instants is told by one clock, deps.now()', () => {
  const asks = (path: string) =>
    /^(server|books|db|content|lib)\//.test(path) &&
    /new Date\(\)|Date\.now\(\)/.test(readFileSync(join(root, path), 'utf8'))
  expect(sources.filter(asks).sort()).toEqual(mayAskTheMachine)
})

test('what jobs do item by item, they do by forEachDue', () => {
  const loops = (path: string) =>
    /of await list[^{}]{0,300}?\binTransaction\(|failures\.push\(/.test(
      readFileSync(join(root, path), 'utf8'),
    )
  expect(sources.filter((path) => path.startsWith('server/features/') && loops(path))).toEqual([])
})

test('a folder holds at most twenty source files of its own, and server/ a dozen', () => {
  const sizes = Map.groupBy(sources, dirname)
  const full = [...sizes].filter(
    ([folder, files]) => files.length > (folder === 'server' ? 12 : 20),
  )
  expect(full.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
})

test('one noun, in the same area, from a feature to its statements and its tables', () => {
  const nounsOf = (folder: string) =>
    readdirSync(join(root, folder)).map((name) => basename(name, '.ts'))
  const nounsIn = (tree: string) =>
    nounsOf(tree).flatMap((area) => nounsOf(`${tree}/${area}`).map((noun) => `${area}/${noun}`))
  expect(nounsOf('server/features').sort()).toEqual(Object.keys(areas).sort())
  const tables = nounsIn('db/schema').sort()
  expect(nounsIn('db/queries').sort()).toEqual(tables)

  const features = nounsIn('server/features')
  const secured = nounsOf('server/security')
  const isOwned = (noun: string) => features.includes(noun) || secured.includes(basename(noun))
  expect(tables.filter((noun) => !isOwned(noun))).toEqual([])
})
