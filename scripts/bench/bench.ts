import autocannon from 'autocannon'
import type { ContenderName } from './contenders.ts'
import {
  cpuOf,
  median,
  numberAfter,
  type Server,
  type Setting,
  startContender,
  withSetting,
} from './setting.ts'
import { password, type World } from './world.ts'

/*
 * `npm run bench [-- --rounds 5 --seconds 3 --connections 32]`: compares Lyceum with bare Fastify
 * and hand-written SQL, trpc-openapi's own plugin and tRPC's HTTP adapter. Rounds are interleaved
 * and the table has medians; compare the ratios, not the figures of two runs.
 */
const rounds = numberAfter('--rounds', 5)
const seconds = numberAfter('--seconds', 3)
const connections = numberAfter('--connections', 32)

interface Request {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

interface Case {
  label: string
  contender: ContenderName
  requests: (world: World) => Request[]
  connections?: number
  /** Answers in one response; ten for a batch. */
  answersPerResponse?: number
}

interface Sample {
  answersPerSecond: number
  cpuMicroseconds: number
  p99: number
}

const groups: Record<string, Case[]> = {
  'GET /api/v1/courses?limit=20 (20 of 1,000)': [
    {
      label: 'bare Fastify and SQL',
      contender: 'bare',
      requests: forEach(() => ({ method: 'GET', path: '/api/v1/courses?limit=20' })),
    },
    {
      label: 'Lyceum, REST',
      contender: 'lyceum',
      requests: forEach(() => ({ method: 'GET', path: '/api/v1/courses?limit=20' })),
    },
    {
      label: "trpc-openapi's plugin, by its documentation",
      contender: 'by the book',
      requests: forEach(() => ({ method: 'GET', path: '/api/v1/courses?limit=20' })),
    },
    {
      label: "trpc-openapi's plugin on Lyceum's procedures",
      contender: 'plugin',
      requests: forEach(() => ({ method: 'GET', path: '/api/v1/courses?limit=20' })),
    },
    {
      label: 'tRPC, single',
      contender: 'lyceum',
      requests: forEach(() => ({
        method: 'GET',
        path: `/trpc/courses.list?input=${input({ limit: 20 })}`,
      })),
    },
    {
      label: 'tRPC, batch of 10',
      contender: 'lyceum',
      answersPerResponse: 10,
      requests: forEach(() => ({
        method: 'GET',
        path: `/trpc/${Array(10).fill('courses.list').join(',')}?batch=1&input=${input(Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, { limit: 20 }])))}`,
      })),
    },
  ],
  'POST /api/v1/progress (32 lessons)': [
    {
      label: 'bare Fastify and SQL',
      contender: 'bare',
      requests: forEach(progress('/api/v1/progress')),
    },
    {
      label: 'Lyceum, REST',
      contender: 'lyceum',
      requests: forEach(progress('/api/v1/progress')),
    },
    {
      label: "trpc-openapi's plugin, by its documentation",
      contender: 'by the book',
      requests: forEach(progress('/api/v1/progress')),
    },
    {
      label: "trpc-openapi's plugin on Lyceum's procedures",
      contender: 'plugin',
      requests: forEach(progress('/api/v1/progress')),
    },
    {
      label: 'tRPC, single',
      contender: 'lyceum',
      requests: forEach(progress('/trpc/progress.update')),
    },
  ],
  'GET /api/v1/lessons/{id}': [
    {
      label: 'bare Fastify and SQL',
      contender: 'bare',
      requests: forEach(({ lessonId }) => ({ method: 'GET', path: `/api/v1/lessons/${lessonId}` })),
    },
    {
      label: 'Lyceum, REST',
      contender: 'lyceum',
      requests: forEach(({ lessonId }) => ({ method: 'GET', path: `/api/v1/lessons/${lessonId}` })),
    },
    {
      label: "trpc-openapi's plugin, by its documentation",
      contender: 'by the book',
      requests: forEach(({ lessonId }) => ({ method: 'GET', path: `/api/v1/lessons/${lessonId}` })),
    },
    {
      label: "trpc-openapi's plugin on Lyceum's procedures",
      contender: 'plugin',
      requests: forEach(({ lessonId }) => ({ method: 'GET', path: `/api/v1/lessons/${lessonId}` })),
    },
  ],
  'POST /api/v1/auth/login (bcrypt cost 12)': [
    {
      label: 'Lyceum, REST',
      contender: 'lyceum',
      // More clients would be refused while these are hashed (scripts/bench/flood.ts).
      connections: 8,
      requests: ({ learners }) =>
        learners.map(({ email }) => ({
          method: 'POST',
          path: '/api/v1/auth/login',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password }),
        })),
    },
  ],
}

function forEach(request: (world: World) => Omit<Request, 'headers'>) {
  return (world: World): Request[] =>
    world.learners.map(({ token }) => ({
      ...request(world),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    }))
}

function progress(path: string) {
  return ({ lessonId }: World) => ({
    method: 'POST' as const,
    path,
    body: JSON.stringify({ lessonId, percent: 50, positionSeconds: 90 }),
  })
}

function input(value: unknown): string {
  return encodeURIComponent(JSON.stringify(value))
}

async function runGroup(
  title: string,
  cases: Case[],
  { databaseUrl, world }: Setting,
): Promise<void> {
  const names = [...new Set(cases.map((one) => one.contender))]
  const servers = new Map(
    await Promise.all(
      names.map(async (name) => [name, await startContender(name, databaseUrl)] as const),
    ),
  )
  const samples = new Map<Case, Sample[]>(cases.map((one) => [one, []]))
  for (let round = -1; round < rounds; round++) {
    for (const one of cases) {
      const server = servers.get(one.contender)
      if (server === undefined) continue
      const sample = await measure(one, server, world)
      process.stderr.write(
        `${title}: ${one.label}: ${Math.round(sample.answersPerSecond)}/s${round < 0 ? ' (warming up)' : ''}\n`,
      )
      if (round >= 0) samples.get(one)?.push(sample)
    }
  }
  for (const { child } of servers.values()) child.disconnect()
  print(title, cases, samples)
}

async function measure(one: Case, server: Server, world: World): Promise<Sample> {
  const before = await cpuOf(server)
  const result = await autocannon({
    url: server.address,
    connections: one.connections ?? connections,
    duration: seconds,
    requests: one.requests(world),
  })
  const cpu = (await cpuOf(server)) - before
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${one.label}: ${result.non2xx} failures and ${result.errors} errors`)
  const answers = result['2xx'] * (one.answersPerResponse ?? 1)
  return {
    answersPerSecond: answers / result.duration,
    cpuMicroseconds: cpu / answers,
    p99: result.latency.p99,
  }
}

function print(title: string, cases: Case[], samples: Map<Case, Sample[]>): void {
  const [floor] = cases
  const of = (one: Case | undefined, pick: (sample: Sample) => number) =>
    median((one === undefined ? [] : (samples.get(one) ?? [])).map(pick))
  const rate = (one: Case | undefined) => of(one, (sample) => sample.answersPerSecond)
  const cpu = (one: Case | undefined) => of(one, (sample) => sample.cpuMicroseconds)
  process.stdout.write(
    `\n### ${title}\n\n| server | answers/s | of the first | CPU µs/answer | of the first | p99 ms |\n|---|---:|---:|---:|---:|---:|\n`,
  )
  for (const one of cases) {
    const cells = [
      Math.round(rate(one)).toLocaleString('en'),
      (rate(one) / rate(floor)).toFixed(2),
      Math.round(cpu(one)).toString(),
      (cpu(one) / cpu(floor)).toFixed(2),
      Math.round(of(one, (sample) => sample.p99)).toString(),
    ]
    process.stdout.write(`| ${one.label} | ${cells.join(' | ')} |\n`)
  }
}

await withSetting('bench', async (setting) => {
  for (const [title, cases] of Object.entries(groups)) await runGroup(title, cases, setting)
})
