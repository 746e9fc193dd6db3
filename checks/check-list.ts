import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Requirement } from './support/machine.ts'

export interface Check {
  /** The promise that a passing check proves, in one line. */
  proves: string
  /** Requirements on the machine, if any. */
  needs?: readonly Requirement[]
  /** The approximate duration on two cores. */
  minutes: number
}

/** Every check, by the name of its file (`start.ts`) or folder (`chaos/chaos.ts`). */
export const checkList: Record<string, Check> = {
  walkthrough: {
    proves: 'The commands of the README lead to a certificate whose code verifies.',
    needs: ['Linux', 'port 3000'],
    minutes: 1,
  },
  start: {
    proves: '`npm start` answers within 0.8 seconds; the idle server stays under 200 MB.',
    needs: ['Linux'],
    minutes: 1,
  },
  'openapi-lint': {
    proves: 'Redocly and Spectral find nothing to complain about in the OpenAPI document.',
    minutes: 1,
  },
  'migration-lint': {
    proves: 'No new migration holds a lock for long, or breaks a server of the release before.',
    minutes: 1,
  },
  recipes: {
    proves: 'The recipes of CONTRIBUTING.md take the files they name, and none can be left out.',
    minutes: 13,
  },
  'openapi-diff': {
    proves: 'Nothing in docs/openapi.json breaks a client of the last release.',
    minutes: 1,
  },
  'openapi-clients': {
    proves: 'Clients and validators by four public generators compile, refuse mistakes and work.',
    needs: ['the package registry'],
    minutes: 3,
  },
  'docs-page': {
    proves: '/docs is accessible, light and dark; an operation can be tried; nothing is foreign.',
    needs: ['a browser'],
    minutes: 3,
  },
  'verify-page': {
    proves:
      'The verification pages are accessible, fit phones and large screens, and recognize a PDF.',
    needs: ['a browser'],
    minutes: 2,
  },
  credentials: {
    proves: "Others' validators accept credentials, and refuse forged and revoked ones.",
    needs: ['a browser', 'the package registry'],
    minutes: 1,
  },
  academy: {
    proves: 'People get through the academy: learning, writing, grading, administration, offline.',
    needs: ['a browser'],
    minutes: 3,
  },
  'oauth-browser': {
    proves: 'Both ways to sign in with a third party work in a browser; no URL holds a token.',
    needs: ['a browser'],
    minutes: 1,
  },
  'sdk-consumers': {
    proves: 'The packed SDK works as ES module and CommonJS, with TypeScript 5.7 and 6.0.',
    needs: ['the package registry'],
    minutes: 3,
  },
  'sdk-browser': {
    proves: 'The example of a page works from a fresh clone; two tabs never act for each other.',
    needs: ['a browser', 'the package registry'],
    minutes: 2,
  },
  'media-browser': {
    proves:
      'A page elsewhere shows the pictures, videos and captions of a lesson, and runs no script.',
    needs: ['a browser'],
    minutes: 1,
  },
  'sdk-next': {
    proves: 'Next.js keeps the token in a cookie; a session that ended leads to the login.',
    needs: ['a browser', 'the package registry'],
    minutes: 3,
  },
  'book-history': {
    proves: 'A book of 111 pages imports in 3 s; over 200 states no page loses or gets progress.',
    minutes: 3,
  },
  'embedded-postgres': {
    proves: 'The embedded PostgreSQL starts for every account and survives every sudden death.',
    needs: ['Linux'],
    minutes: 4,
  },
  'backup-restore': {
    proves: 'A restored backup acts on nothing until released, and misses no payment or number.',
    needs: ['Linux', 'a browser'],
    minutes: 4,
  },
  webhooks: {
    proves:
      '10,000 events reach a receiver that fails and hangs while the server is killed ten times.',
    minutes: 7,
  },
  'mails-survive': {
    proves: 'A mail that was promised arrives although the server is killed before it is sent.',
    minutes: 3,
  },
  'certificate-faults': {
    proves: 'No certificate is lost or damaged while its browser is killed every 500 ms.',
    needs: ['Linux', 'a browser'],
    minutes: 2,
  },
  'one-time-codes': {
    proves: 'Of 50 guesses at once five count, of 20 resets one wins, and codes are random.',
    minutes: 1,
  },
  export: {
    proves: 'An account of 400,000 rows is exported whole in bounded memory; others go on working.',
    minutes: 3,
  },
  enumeration: {
    proves: 'Neither an answer nor its time tells whether an email has an account.',
    minutes: 10,
  },
  strangers: {
    proves: 'No header, query or body of a stranger costs ten times as much as an empty request.',
    needs: ['Linux'],
    minutes: 4,
  },
  traces: {
    proves: 'A purchase is traced from the request to the print and the mail, without its values.',
    needs: ['a browser'],
    minutes: 3,
  },
  monitoring: {
    proves:
      'A real Prometheus evaluates every rule and panel; a stopped database raises the alert.',
    needs: ['Linux', 'a browser', 'Prometheus'],
    minutes: 4,
  },
  drain: {
    proves: 'Two servers are restarted by turns behind nginx and HAProxy; no request fails.',
    needs: ['Linux', 'nginx and HAProxy'],
    minutes: 3,
  },
  'shared-limits': {
    proves: 'Two servers count requests together in Redis, and by themselves while it is away.',
    needs: ['Linux', 'Redis'],
    minutes: 1,
  },
  'deploy-lint': {
    proves: "Others' linters find nothing wrong with the manifests, Dockerfile and compose.yaml.",
    needs: ['the package registry'],
    minutes: 1,
  },
  container: {
    proves: 'The image, read-only and not as root, serves a course up to the printed certificate.',
    needs: ['Linux', 'the package registry', 'root and container programs'],
    minutes: 10,
  },
  'media-streams': {
    proves: 'A file of 1 GB goes up and down, and readers stay, without growing the server.',
    needs: ['Linux'],
    minutes: 4,
  },
  events: {
    proves:
      'A reader of events misses none of 20,000; a report of progress costs 3 % more at most.',
    needs: ['Linux'],
    minutes: 5,
  },
  regrades: {
    proves:
      'Questions of 10,000 attempts graded again, each policy, under kills: as foretold and once.',
    minutes: 4,
  },
  moves: {
    proves: 'Moves of 100,000 learners survive kills of the server; each learner is moved once.',
    minutes: 15,
  },
  memory: {
    proves: 'Half an hour of mixed load with prints leaves memory and open handles flat.',
    needs: ['Linux', 'a browser'],
    minutes: 31,
  },
  chaos: {
    proves: 'Everything acknowledged is there after connections were cut and servers killed.',
    minutes: 4,
  },
  'rolling-upgrade': {
    proves: 'While a database is migrated and servers of two releases share it, nobody notices.',
    needs: ['the release before'],
    minutes: 11,
  },
  pooler: {
    proves:
      'Behind PgBouncer the timeouts hold, and the only error is 503 while servers are killed.',
    needs: ['Linux', 'PostgreSQL programs', 'PgBouncer'],
    minutes: 12,
  },
  failover: {
    proves:
      'After a failover writes go on within 10 s, and nothing acknowledged is lost or revived.',
    needs: ['Linux', 'PostgreSQL programs', 'Patroni and etcd'],
    minutes: 6,
  },
  scale: {
    proves: 'Lists, searches, drafts, impacts and bulk enrollments keep their limits at full size.',
    minutes: 25,
  },
  properties: {
    proves: 'Properties that the suite tries a few times hold for twenty times as many cases.',
    minutes: 30,
  },
  replicas: {
    proves: 'Read replicas take load; none that lags, hangs or is gone answers; no write is late.',
    needs: ['Linux', 'PostgreSQL programs'],
    minutes: 3,
  },
}

/** Longer checks run only by name, or with `--long`. */
export const longMinutes = 5

/** Returns the file of a check, relative to this folder: `start.ts` or `chaos/chaos.ts`. */
export function fileOf(name: string): string {
  const inFolder = join(name, `${name}.ts`)
  return existsSync(join(import.meta.dirname, inFolder)) ? inFolder : `${name}.ts`
}
