import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createTRPCClient,
  type getFetch,
  httpBatchLink,
  httpLink,
  type TRPCLink,
} from '@trpc/client'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll } from 'vitest'
import { connectDatabase, type Database } from '../../db/postgres/client.ts'
import type { Replicas } from '../../db/postgres/replicas.ts'
import type { Git } from '../adapters/git/types.ts'
import type { IdentityProviders } from '../adapters/identity-providers/types.ts'
import type { Mail, Mailer } from '../adapters/mailer/types.ts'
import type { PaymentProvider } from '../adapters/payments/types.ts'
import { type PdfPrinter, PrinterUnavailable } from '../adapters/pdf-printer/types.ts'
import type { RateLimitStore } from '../adapters/rate-limit-store/rate-limit-store.ts'
import { createMetrics } from '../adapters/telemetry/metrics.ts'
import { observeJobs } from '../adapters/telemetry/observed.ts'
import type { Tracing } from '../adapters/telemetry/tracing.ts'
import { type App, buildApp } from '../app.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { Deps } from '../context.ts'
import { assembleDeps, traceDatabase } from '../deps.ts'
import { refreshSettings } from '../features/platform/settings/kept-settings.ts'
import { operationsOf } from '../http/operations.ts'
import { jobHandlers } from '../job-handlers.ts'
import { createServiceJobs, jobNames } from '../job-kinds.ts'
import { type AppRouter, appRouter } from '../router.ts'
import { createHashPool } from '../security/hash-pool.ts'
import { createKeyRing } from '../security/key-ring/key-ring.ts'
import { type Keys, makeKeys } from '../security/key-ring/keys.ts'
import { testDatabaseUrl } from './database.ts'
import { requireDocumented } from './documented.ts'
import { type Given, makeGiven, password } from './given.ts'
import { rememberedHashes } from './remembered-hashes.ts'
import { type WatchedLog, watchedLog } from './watched-log.ts'

export interface ApiOptions {
  config?: Partial<Config>
  keys?: Keys
  printer?: PdfPrinter
  payments?: PaymentProvider
  /** Default: the system's, for public addresses alone. */
  git?: Git
  /** Default: to public addresses alone, with the retries of three days. */
  webhooks?: Deps['webhooks']
  /** Default: none, each service counts requests for itself. */
  rateLimitStore?: RateLimitStore | undefined
  /** Default: those that the configuration names. */
  identityProviders?: IdentityProviders
  /** Default: one that keeps them in `mails`. */
  mailer?: Mailer
  /** Collects the mails. Servers that share a database can share it: either may send a mail. */
  mails?: Mail[]
  /** Returns an error to make sending a mail fail. */
  mailFailure?: () => Error | undefined
  /** Default: the database of the test file. */
  databaseUrl?: string
  /**
   * How many times as long as in production callers wait for the database, and passwords to be
   * hashed. Default: 10, so that no test fails because the machine is busy.
   */
  patience?: number
  /** Default: none, the database answers everything. */
  replicas?: Replicas
  /** Default: nothing is traced. */
  tracing?: Tracing
  /** Collects the lines of the log. */
  logLines?: string[]
  /** Whether only `advance` moves its clock: for tests of what may happen within some time. */
  isClockStopped?: boolean
  /** Whether nobody works on its jobs: for tests that do their work themselves, step by step. */
  isIdle?: boolean
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind
  body: any
  text: string
}

export interface RequestOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
  /** The client's IP. */
  ip?: string
}

export interface Api extends AsyncDisposable {
  deps: Deps
  database: Database
  server: FastifyInstance
  app: App
  given: Given
  /**
   * Sends a REST request: `api.request('POST /api/cart', { token, body })`. Throws when the
   * response is not as documented.
   */
  request(route: string, options?: RequestOptions): Promise<Answer>
  /**
   * A tRPC client of a signed-in user, or of nobody. Where an operation takes a proof and the
   * test gives none, it sends the password of the given users.
   */
  as(user?: { token: string }): TrpcClient
  /** Returns the same, with the calls of one tick in one batch. */
  batchAs(user?: { token: string }): TrpcClient
  mails: Mail[]
  /** Log, which is searched for secrets when the service stops. */
  watchedLog: WatchedLog
  /** Waits for a code mailed to the email and returns the newest. */
  codeFor(email: string): Promise<string>
  /** Moves the clock of the service forward. */
  advance(milliseconds: number): void
}

export type TrpcClient = ReturnType<typeof createTRPCClient<AppRouter>>

let keysOfThisFile: Promise<Keys> | undefined

/** Returns the keys of all services of a test file: a database takes no others. */
export function keysForThisFile(): Promise<Keys> {
  keysOfThisFile ??= makeKeys()
  return keysOfThisFile
}
const hashPool = rememberedHashes(createHashPool())

/** Ends with the last test of the file: `const api = await forAllTests(startApi())`. */
export async function forAllTests<One extends AsyncDisposable>(
  starting: Promise<One>,
): Promise<One> {
  const one = await starting
  afterAll(() => one[Symbol.asyncDispose]())
  return one
}

/**
 * A whole service on the database of the test file; `await using api = await startApi()` stops it
 * at the end of the test.
 */
export async function startApi(options: ApiOptions = {}): Promise<Api> {
  const url = options.databaseUrl ?? (await testDatabaseUrl())
  const givenKeys = options.keys ?? (await keysForThisFile())
  const config: Config = {
    ...readConfig({
      NODE_ENV: 'test',
      ACADEMY: 'off',
      PUBLIC_URL: 'http://lyceum.test',
      BCRYPT_COST: '10',
      RATE_LIMIT_SCALE: '1000',
      DATA_DIR: join(tmpdir(), 'lyceum-test'),
      MEDIA_STORAGE: 'database',
    }),
    ...options.config,
  }
  const watched = watchedLog(options.logLines, options.tracing?.logFields)
  const { log } = watched
  watched.addSecret(password)
  let offset = 0
  const startedAt = Date.now()
  const now = () => new Date((options.isClockStopped ? startedAt : Date.now()) + offset)

  const { tracing } = options
  const telemetry = { metrics: createMetrics(), tracing }
  const { patience = 10 } = options
  const connected = connectDatabase({ url, log, patience })
  const database = tracing === undefined ? connected : traceDatabase(connected, tracing)
  const jobs = await createServiceJobs({
    db: database.db,
    log,
    maintain: false,
    observer: observeJobs(telemetry, jobNames),
  })
  const mails = options.mails ?? []
  const deps = assembleDeps({
    config,
    log,
    now,
    database,
    replicas: options.replicas,
    keys: createKeyRing({ keys: givenKeys, now }),
    jobs,
    mailer: options.mailer ?? {
      send: async (mail) => {
        const failure = options.mailFailure?.()
        if (failure !== undefined) throw failure
        for (const code of mail.text.match(/(?<=^ {4})\d{8}$/gm) ?? []) watched.addSecret(code)
        mails.push(mail)
      },
      check: async () => undefined,
    },
    payments: options.payments,
    printer: options.printer ?? noPrinter,
    identityProviders: options.identityProviders,
    git: options.git,
    webhooks: options.webhooks,
    rateLimitStore: options.rateLimitStore,
    hashPool,
    maxHashWaitMilliseconds: patience * 10_000,
    telemetry,
  })
  await refreshSettings(deps)
  watched.watch(deps, givenKeys)
  const app = await buildApp(deps)
  if (!options.isIdle) await jobs.work(jobHandlers(deps))

  const request = async (
    route: string,
    { token, body, headers, ip }: RequestOptions = {},
  ): Promise<Answer> => {
    const [method = '', path = ''] = route.split(' ')
    const answer = await app.server.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: path,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as NonNullable<InjectOptions['payload']> }),
      ...(ip !== undefined && { remoteAddress: ip }),
    })
    const response = {
      status: answer.statusCode,
      headers: answer.headers,
      body: parse(answer.body),
      text: answer.body,
    }
    for (const cookie of [headers?.cookie, answer.headers['set-cookie']].flat())
      addValuesOf(cookie, watched)
    requireDocumented(method, path, response)
    return response
  }

  return {
    deps,
    database,
    server: app.server,
    app,
    given: makeGiven(deps),
    request,
    as: (user) =>
      createTRPCClient<AppRouter>({ links: [proving, httpLink(linkOptions(app.server, user))] }),
    batchAs: (user) =>
      createTRPCClient<AppRouter>({
        links: [proving, httpBatchLink(linkOptions(app.server, user))],
      }),
    mails,
    watchedLog: watched,
    codeFor: async (email) => {
      const before = Date.now()
      while (Date.now() - before < 30_000) {
        // Finds it on a line of its own: a name guessed from an email may contain eight digits too.
        const code = mails.findLast((mail) => mail.to === email)?.text.match(/^ {4}(\d{8})$/m)?.[1]
        if (code !== undefined) return code
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(`No code was mailed to ${email}.`)
    },
    advance: (milliseconds) => {
      offset += milliseconds
    },
    [Symbol.asyncDispose]: async () => {
      await app.server.close()
      await jobs.stop()
      await database.close()
      watched.requireNoSecrets()
    },
  }
}

/** `name=value; Path=/`, or `one=value; other=value`. */
function addValuesOf(cookie: string | undefined, watched: WatchedLog): void {
  for (const [, value = ''] of cookie?.matchAll(/=([^;]{16,})/g) ?? []) watched.addSecret(value)
}

/** A printer without a browser, for tests that print nothing. */
const noPrinter: PdfPrinter = {
  lastStatus: { available: false, detail: 'no browser in this test' },
  isUnavailable: true,
  printCertificate: () => Promise.reject(new PrinterUnavailable('no browser in this test')),
  drawCertificate: () => Promise.reject(new PrinterUnavailable('no browser in this test')),
  drawBadge: () => Promise.reject(new PrinterUnavailable('no browser in this test')),
  printReceipt: () => Promise.reject(new PrinterUnavailable('no browser in this test')),
  findUncovered: () => Promise.resolve(undefined),
  findUncoveredIn: () => Promise.resolve(undefined),
  tryLook: () => Promise.resolve(undefined),
  status: () => Promise.resolve({ available: false, detail: 'no browser in this test' }),
  close: () => Promise.resolve(),
}

const proven = new Set(
  operationsOf(appRouter)
    .filter(({ rest }) => rest.proof)
    .map(({ name }) => name),
)

const proving: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const input = Object(op.input)
    const lacksProof = proven.has(op.path) && !('password' in input || 'code' in input)
    return next(lacksProof ? { ...op, input: { ...input, password } } : op)
  }

function linkOptions(server: FastifyInstance, user: { token: string } | undefined) {
  return {
    url: 'http://lyceum.test/trpc',
    headers: user === undefined ? {} : { authorization: `Bearer ${user.token}` },
    fetch: ((input: string | URL | Request, init?: RequestInit) =>
      injectFetch(server, input, init)) as ReturnType<typeof getFetch>,
  }
}

/** fetch() without a network: calls the server directly. */
async function injectFetch(
  server: FastifyInstance,
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input)
  const answer = await server.inject({
    method: (init.method ?? 'GET') as NonNullable<InjectOptions['method']>,
    url: url.pathname + url.search,
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(typeof init.body === 'string' && { payload: init.body }),
  })
  return new Response(answer.body, {
    status: answer.statusCode,
    headers: { 'content-type': String(answer.headers['content-type']) },
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
