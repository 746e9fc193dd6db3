import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { exampleIds } from '../../../lib/schema.ts'
import type { Deps, UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { createBulkEnrollmentFromCsv } from '../../features/learning/bulk-enrollments/create-bulk-enrollment.ts'
import { foretellBulkFromFile } from '../../features/learning/bulk-enrollments/foretell.ts'
import { writeRowsCsv } from '../../features/learning/bulk-enrollments/read-bulk-enrollments.ts'
import {
  BulkEnrollment,
  BulkEnrollmentInput,
  BulkEnrollmentLook,
  BulkOptions,
  maxRows,
} from '../../features/learning/bulk-enrollments/schema.ts'
import { takeForRequest } from '../../security/budgets.ts'
import type { LimitName } from '../../security/limits.ts'
import { requirePermission } from '../../security/permissions.ts'
import { type Endpoint, inHeader, inQuery, jsonContentOf } from '../endpoints/endpoints.ts'
import { everyAnswer } from '../endpoints/headers.ts'
import { parseInput } from '../rest/input.ts'
import { admitCaller } from './admit-caller.ts'
import { csvFile } from './csv-files.ts'
import { mountFileRoute, takeBytes } from './take-files.ts'

const maxFileBytes = 2 * 1024 * 1024
const address = '/api/v1/admin/bulk-enrollments'
const limits: LimitName[] = [
  'bulkEnrollmentsPerAccount',
  'invitationMailsPerEmail',
  'schoolMailsPerAccount',
]
const dryRunName = 'admin.bulkEnrollments.dryRunCsv'
const dryRunLimits: LimitName[] = ['impactsPerAccount']
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const encodings = 'utf-8 utf8 us-ascii utf-16 utf-16le utf-16be windows-1252 iso-8859-1'.split(' ')

/** The rows of a bulk enrollment with their results, for those who may read enrollments. */
export const rowsFile = csvFile({
  route: 'GET /api/v1/admin/bulk-enrollments/{bulkEnrollmentId}/rows.csv',
  sdkName: 'admin.bulkEnrollments.rowsCsv',
  tag: 'admin-bulk-enrollments',
  needs: { permission: 'enrollments:read' },
  limits: ['reportsPerAccount'],
  summary: 'Download the rows of a bulk enrollment with their results as CSV',
  description:
    'A line for each row of the input, in its order. `line` is that of the file. Values that a ' +
    'spreadsheet would run as a formula have an apostrophe in front.',
  input: BulkEnrollmentInput,
  errors: ['BulkEnrollmentNotFound'],
  example:
    'line,email,name,course,cohort,endsAt,outcome,error,message\r\n' +
    '2,ada.lovelace@example.com,,knots,,,enrolled,,\r\n',
  write: writeRowsCsv,
})

/** Mounts bulk enrollments that come as CSV. */
export async function mount(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    takeBytes(scope, ['text/csv', xlsx])
    mountFileRoute(scope, {
      method: 'POST',
      url: `${address}/csv`,
      bodyLimit: maxFileBytes,
      admit: (request, reply) => callerOf(deps, request, reply),
      receive: async (ctx, request, reply) => {
        const { file, options } = readRequest(request)
        const bulk = await createBulkEnrollmentFromCsv(ctx, file, options)
        if (ctx.outcome.replayed) reply.header('idempotency-replayed', 'true')
        return reply
          .status(201)
          .header('location', `${address}/${bulk.id}`)
          .header('cache-control', 'no-store')
          .send(bulk)
      },
    })
    mountFileRoute(scope, {
      method: 'POST',
      url: `${address}/csv/dry-run`,
      bodyLimit: maxFileBytes,
      admit: async (request, reply) => {
        const ctx = await admitCaller(deps, request, { reply, name: dryRunName, check })
        await takeForRequest(ctx, dryRunLimits)
        return ctx
      },
      receive: async (ctx, request, reply) => {
        const { file, options } = readRequest(request)
        const look = await foretellBulkFromFile(ctx, file, options)
        return reply.header('cache-control', 'no-store').send(look)
      },
    })
  })
}

const check = (ctx: UserContext) => requirePermission(ctx, 'enrollments:write')

function readRequest(request: FastifyRequest) {
  const options = parseInput(BulkOptions, request.query)
  // Accepts a missing body as an empty file, whose fault is not how it was sent.
  const file = request.body ?? Buffer.alloc(0)
  if (!Buffer.isBuffer(file)) throw new AppError('UnsupportedMediaType')
  requireKnownEncoding(request)
  return { file, options }
}

async function callerOf(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UserContext> {
  const name = 'admin.bulkEnrollments.createFromCsv'
  const ctx = await admitCaller(deps, request, { reply, name, check })
  // Counts nothing that is sent again under its key: performOnce() takes the limits.
  if (ctx.idempotencyKey === undefined) await takeForRequest(ctx, limits)
  return { ...ctx, operation: { name, limits } }
}

function requireKnownEncoding({ headers }: FastifyRequest): void {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset === undefined || encodings.includes(charset.toLowerCase())) return
  throw new AppError('UnsupportedMediaType', {
    message: 'Save the file as .xlsx or "CSV UTF-8", and send it as "text/csv; charset=utf-8".',
  })
}

const bulk = jsonContentOf(BulkEnrollment, {
  id: exampleIds.transaction,
  status: 'running',
  act: 'enroll',
  courseId: null,
  waive: null,
  total: 2,
  done: 0,
  enrolled: 0,
  changed: 0,
  unchanged: 0,
  invited: 0,
  failed: 0,
  requestedBy: exampleIds.user,
  createdAt: '2026-11-21T09:30:00.000Z',
  endedAt: null,
})

const look = jsonContentOf(BulkEnrollmentLook, {
  ...{ total: 2, enrolled: 1, invited: 1, already: 0, failed: 0, mails: 2 },
  columns: [{ title: 'E-Mail', readAs: 'email' }],
  unused: ['Telefon'],
  rows: [],
})

const parameters = [
  inQuery('course', 'Slug or id of the course of rows that name none'),
  inQuery('timeZone', 'Where the days of `endsAt` end (IANA). Default: where the school is'),
  inQuery('waive', 'Why the requirements of the courses are waived: it is recorded'),
]
const body = {
  'text/csv': {
    schema: { type: 'string' },
    example: 'email,course,endsAt\r\nada.lovelace@example.com,knots,2026-12-31\r\n',
  },
  [xlsx]: { schema: { type: 'string', format: 'binary' } },
}

export const endpoints: Endpoint[] = [
  {
    route: 'POST /api/v1/admin/bulk-enrollments/csv/dry-run',
    operationId: 'admin_bulkEnrollments_dryRunCsv',
    sdkName: dryRunName,
    tag: 'admin-bulk-enrollments',
    summary: 'See what a class list would do',
    description:
      'Takes what `createFromCsv` takes. Says who would get access, be invited, is there already ' +
      'or is refused, how many mails would go out, and what each column was read as. It mails ' +
      'nobody and stores nothing. Needs the permission `enrollments:write`.',
    parameters,
    body,
    content: look,
    headers: everyAnswer,
    errors: ['Forbidden', 'InvalidFields', 'PayloadTooLarge', 'UnsupportedMediaType'],
    limits: dryRunLimits,
    requiresToken: true,
    keyAccess: ['enrollments:write'],
  },
  {
    route: 'POST /api/v1/admin/bulk-enrollments/csv',
    operationId: 'admin_bulkEnrollments_createFromCsv',
    sdkName: 'admin.bulkEnrollments.createFromCsv',
    tag: 'admin-bulk-enrollments',
    summary: 'Enroll everybody in a CSV',
    description:
      'The first line names the columns, in any order and in English or German: `email`, ' +
      '`course` (slug or id), and as you like `name` or first and last name, `cohort` (name or ' +
      'id) and `endsAt` (a day, which counts to its end, or an instant). Other columns are not ' +
      `used. At most ${maxRows} rows and 2 MB, as .xlsx or separated by commas, semicolons or ` +
      'tabs, in UTF-8, UTF-16 or Windows-1252. A file that cannot be read is refused with the ' +
      'line at fault; a row that is wrong fails by itself. Needs the permission ' +
      '`enrollments:write`.',
    parameters: [
      ...parameters,
      inHeader(
        'Idempotency-Key',
        'Makes it safe to send the file again: the same key gives the same answer',
      ),
    ],
    body,
    content: bulk,
    status: 201,
    headers: [...everyAnswer, 'location', 'idempotency-replayed'],
    errors: [
      'Forbidden',
      'SecondFactorMissing',
      'InvalidFields',
      'BulkEnrollmentsRunning',
      'IdempotencyKeyInUse',
      'IdempotencyKeyReused',
      'PayloadTooLarge',
      'UnsupportedMediaType',
      'ReadOnly',
    ],
    limits: [...limits, 'idempotencyKeysPerAccount'],
    idempotent: true,
    requiresToken: true,
    keyAccess: ['enrollments:write'],
  },
]
