import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ClientErrorName, createLyceum } from '../../client-sdk/src/index.ts'
import { errors } from '../errors/errors.ts'
import { operationsOf } from '../http/operations.ts'
import { appRouter } from '../router.ts'
import { forAllTests, startApi } from '../test/api.ts'

const api = await forAllTests(startApi())

const clientErrors = {
  InvalidBaseUrl: true,
  NetworkError: true,
  Timeout: true,
  Aborted: true,
  UnexpectedAnswer: true,
  UnknownError: true,
  TokenStoreFailed: true,
  SessionChanged: true,
} satisfies Record<ClientErrorName, true>

/** Names that look like errors, but are none. */
const otherNames = ['LyceumError', 'HttpOnly']

/** Headers of requests and answers. */
const headers = [
  'Accept',
  'Allow',
  'Authorization',
  'Content-Type',
  'Retry-After',
  'WWW-Authenticate',
]

const operations = new Map(operationsOf(appRouter).map(({ name, type }) => [name, type]))
const lyceum = createLyceum({ baseUrl: 'http://localhost:3000' })

/** The code in a lesson: within sentences, and in blocks by language. */
class Lesson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  get words(): string[] {
    return [...this.text.replace(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(
      ([, words = '']) => words.replace(/\s+/g, ' '),
    )
  }

  blocks(language: string): string {
    return [...this.text.matchAll(/^```(\w+)\n(.*?)^```/gms)]
      .map(([, of, code = '']) => (of === language ? code : ''))
      .join('\n')
  }

  /** Returns `GET /api/v1/me`, also from a curl line, a URL, or a path alone. */
  get routes(): string[] {
    const curls = [
      ...this.blocks('sh')
        .replaceAll('\\\n', ' ')
        .matchAll(/^curl .*localhost:3000.*$/gm),
    ].map(([line]) => {
      const method = / -X (\w+)/.exec(line)?.[1] ?? (line.includes(' -d ') ? 'POST' : 'GET')
      return `${method} ${/localhost:3000([^\s'"]*)/.exec(line)?.[1]}`
    })
    const fetched = [
      ...this.blocks('ts').matchAll(/(?:\$\{baseUrl\}|['"`])(\/[a-z][\w./-]*)/g),
    ].map(([, path]) => `GET ${path}`)
    const named = this.words.flatMap((words) => {
      const [, method = 'GET', path] =
        /^(?:(GET|POST|PUT|PATCH|DELETE) )?(?:http:\/\/localhost:3000)?(\/\S+)$/.exec(words) ?? []
      return path === undefined ? [] : [`${method} ${path}`]
    })
    return [...curls, ...fetched, ...named]
  }

  /**
   * Returns `cart.add` with its method, `cart.add.mutate`; and the client's own functions,
   * `lyceum.signIn`.
   */
  get calls(): string[] {
    const called = [
      ...`${this.blocks('ts')}\n${this.words.join('\n')}`.matchAll(/\blyceum\.[\w.]+\w/g),
    ].map(([call]) => call)
    return [
      ...called,
      ...this.words.filter(
        (words) => /^[a-z]+\.[a-z]\w+$/.test(words) && !words.startsWith('lyceum.'),
      ),
    ]
  }

  /** Returns `TokenExpired`, with a status written before it: `401 TokenExpired`. */
  get errors(): string[] {
    const inProse = this.words.filter((words) =>
      /^(?:\d{3} )?(?:[A-Z][a-z]+){2,}$|^\d{3} [A-Z]\w+$/.test(words),
    )
    const inCode = [
      ...`${this.blocks('ts')}${this.blocks('json')}`.matchAll(/['"]((?:[A-Z][a-z]+){2,})['"]/g),
    ].map(([, name = '']) => name)
    return [...inProse, ...inCode].filter((name) => !otherNames.includes(name))
  }

  get headers(): string[] {
    const sent = [
      ...this.text.matchAll(
        /(?:-H ["']|^\s*['"]?)([A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*)['"]?: ["'`$\w]/gm,
      ),
    ].map(([, name = '']) => name)
    return [
      ...sent,
      ...this.words.flatMap(
        (words) => /^([A-Z][A-Za-z]*(?:-[A-Z][a-z]+)+)(?::|$)/.exec(words)?.[1] ?? [],
      ),
    ]
  }
}

/** Returns names in the lesson that do not exist in this server and its SDK. */
async function inventionsOf(lesson: Lesson): Promise<string[]> {
  const unknownRoutes = await Promise.all(
    lesson.routes.map(async (route) => ((await isServed(route)) ? [] : [route])),
  )
  return [
    ...unknownRoutes.flat(),
    ...lesson.calls.filter((call) => !isCallable(call)),
    ...lesson.errors.filter((error) => !isRaised(error)),
    ...lesson.headers.filter((header) => !headers.includes(header)),
  ]
}

/**
 * Asks the server itself, which also has routes that are not operations: pages, files, health.
 */
async function isServed(route: string): Promise<boolean> {
  const [method = '', path = ''] = route.split(' ')
  const url = path
    .replace(/\?.*$/, '')
    .replace(/\$\w+|\{\w+\}|\/$/g, (part) => (part === '/' ? '/x' : 'x'))
  const answer = await api.server.inject({ method: method as 'GET', url })
  if (answer.statusCode !== 404 && answer.statusCode !== 405) return true
  return !/"error":"(NotFound|MethodNotAllowed)"/.test(answer.body)
}

function isCallable(call: string): boolean {
  const [area = '', name, how] = call.replace(/^lyceum\./, '').split('.')
  if (name === undefined) return Object.hasOwn(lyceum, area)
  const type = operations.get(`${area}.${name}`)
  return (
    type !== undefined && (how === undefined || how === (type === 'query' ? 'query' : 'mutate'))
  )
}

function isRaised(error: string): boolean {
  const [name = '', status] = error.split(' ').reverse()
  if (Object.hasOwn(clientErrors, name)) return status === undefined
  return Object.entries(errors).some(
    ([known, row]) => known === name && (status === undefined || row.status === Number(status)),
  )
}

const folder = import.meta.dirname
const files = (await readdir(folder, { recursive: true }))
  .filter((file) => file.endsWith('.md'))
  .sort()
const lessons = await Promise.all(
  files.map(async (file) => ({
    file,
    lesson: new Lesson(await readFile(join(folder, file), 'utf8')),
  })),
)

describe('the demo courses', () => {
  test.each(lessons)('$file mentions only what exists', async ({ lesson }) => {
    expect(await inventionsOf(lesson)).toEqual([])
  })

  const texts = lessons.filter(({ lesson }) => !/^type: /m.test(lesson.text))
  test.each(texts)('$file is a lesson of 350 to 600 words', ({ lesson }) => {
    const count = lesson.text.trim().split(/\s+/).length
    expect([count >= 350, count <= 600, count]).toEqual([true, true, count])
  })

  test('show most operations and errors, so that there is something to check', () => {
    const all = (kind: 'routes' | 'calls' | 'errors') =>
      new Set(lessons.flatMap(({ lesson }) => lesson[kind]))

    expect(all('routes').size).toBeGreaterThan(20)
    expect(all('calls').size).toBeGreaterThan(15)
    expect(all('errors').size).toBeGreaterThan(20)
  })
})

test.each([
  ['the route of an operation', 'Change it with `PATCH /api/v1/cart`.', 'PATCH /api/v1/cart'],
  ['a route without a method', 'See `http://localhost:3000/manual`.', 'GET /manual'],
  [
    'a curl line',
    '```sh\ncurl -i "http://localhost:3000/api/lessons/$ID" \\\n  -X DELETE\n```',
    'DELETE /api/lessons/$ID',
  ],
  ['an operation', 'It is frozen with `me.freeze`.', 'me.freeze'],
  [
    'an operation called as the wrong kind',
    '```ts\nlyceum.cart.add.query({ courseId })\n```',
    'lyceum.cart.add.query',
  ],
  ['a function of the client', '```ts\nawait lyceum.logIn()\n```', 'lyceum.logIn'],
  ['an error', 'Or it is `PriceWrong`.', 'PriceWrong'],
  ['an error with the status of a different one', 'It is `401 NotEnrolled`.', '401 NotEnrolled'],
  ['an error in code', "```ts\nif (name === 'LoggedOut') showLogin()\n```", 'LoggedOut'],
  [
    'a header',
    "```sh\ncurl http://localhost:3000/api/v1/me -H 'Idempotency-Key: mine'\n```",
    'Idempotency-Key',
  ],
])('%s that a lesson invents is found', async (_what, text, invention) => {
  expect(await inventionsOf(new Lesson(text))).toEqual([invention])
})
