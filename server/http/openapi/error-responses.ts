import { z } from 'zod'
import { issueCodes } from '../../../lib/fields/issue-code.ts'
import { exampleIds } from '../../../lib/schema.ts'
import { clientLimits } from '../../errors/client-limits.ts'
import { type ErrorName, type ErrorStatus, errors, type Issue } from '../../errors/errors.ts'
import { type ErrorFacts, errorFacts, hasFacts } from '../../errors/facts.ts'
import { missingField, type Problem, problemOf } from '../../errors/problem.ts'
import type { Reference, Response, Schema } from '../endpoints/document.ts'
import { referTo } from '../endpoints/document.ts'
import { everyAnswer, type HeaderName, referToHeaders } from '../endpoints/headers.ts'

export interface ErrorSurroundings {
  publicUrl: string
  /** Named responses, to which those referred to are added. */
  responses: Record<string, Response>
  operationId: string
}

/** Bounds names of responses, which would become unreadable names of types. */
const maxNameLength = 44

/** Returns the responses of an operation for its errors, by status. */
export function referToErrors(
  names: ErrorName[],
  { publicUrl, responses, operationId }: ErrorSurroundings,
): Record<string, Reference> {
  const inOrder = (Object.keys(errors) as ErrorName[]).filter((name) => names.includes(name))
  const groups = Object.values(Object.groupBy(inOrder, (name) => errors[name].status))
  return Object.fromEntries(
    groups.map((group) => {
      const named = group.join('Or')
      const key =
        named.length > maxNameLength
          ? `${inPascalCase(operationId)}Errors${statusOf(group)}`
          : named
      responses[key] ??= errorResponse(group, publicUrl)
      return [statusOf(group), referTo('responses', key)]
    }),
  )
}

function errorResponse(names: ErrorName[], publicUrl: string): Response {
  const status = statusOf(names)

  // Avoids a $ref with siblings, which tools of OpenAPI 3.0 ignore.
  const schema = {
    allOf: [
      referTo('schemas', 'Problem'),
      { properties: { error: openEnum(names), status: { const: status }, ...factsIn(names) } },
    ],
  }
  const examples = Object.fromEntries(
    names.map((name) => [name, { summary: name, value: exampleOfError(name, publicUrl) }]),
  )
  return {
    description: names.map((name) => `${name}: ${errors[name].message}`).join('\n\n'),
    headers: referToHeaders([...everyAnswer, ...headersOf(status)]),
    content: {
      'application/json': { schema, examples },
      'application/problem+json': { schema, examples },
    },
  }
}

/** Turns `transactions_create` into "TransactionsCreate". */
function inPascalCase(operationId: string): string {
  return operationId.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns the known names and any other: today's validator must take the errors of tomorrow. */
function openEnum(names: ErrorName[]): Schema {
  return { anyOf: [{ type: 'string', enum: names }, { type: 'string' }] }
}

/** Returns the member `facts` of a response, in the shape of its error. */
function factsIn(names: ErrorName[]): { facts?: Schema } {
  const shapes = new Set(names.flatMap((name) => (hasFacts(name) ? [factsNameOf(name)] : [])))
  const [first, ...others] = [...shapes].map((name) => referTo('schemas', name))
  if (first === undefined) return {}
  return { facts: others.length === 0 ? first : { anyOf: [first, ...others] } }
}

type FactualName = keyof typeof errorFacts

function factsNameOf(name: FactualName): string {
  const { id } = errorFacts[name].meta() ?? {}
  if (id === undefined) throw new Error(`The facts of ${name} need a name.`)
  return id
}

/** Returns the named schemas of the facts, and of what they contain. */
export function factsSchemas(): Record<string, Schema> {
  const { $defs } = z.toJSONSchema(z.object(errorFacts))
  const text = JSON.stringify($defs).replaceAll('#/$defs/', '#/components/schemas/')
  return JSON.parse(text)
}

function headersOf(status: ErrorStatus): HeaderName[] {
  if (status === 401) return ['www-authenticate']
  if (status === 429 || status === 503) return ['retry-after']
  return []
}

const exampleIssues: Partial<Record<ErrorName, Issue[]>> = {
  MissingFields: [missingField('email')],
  InvalidFields: [{ path: 'email', message: 'is not an email address', code: 'email' }],
  DuplicateEmail: [{ path: 'email', message: 'has an account already' }],
  CourseNotCompleted: [{ path: exampleIds.lesson, message: '"A typed client" is not completed' }],
}

const priced = { amount: 4900, currency: 'USD' }
const free = { amount: 0, currency: 'USD' }
const wait = { retryAfterSeconds: 30 }

const exampleFacts: ErrorFacts = {
  TermsNotAccepted: { version: '2026-11', url: 'https://school.example.org/terms' },
  PayloadTooLarge: { maxBytes: clientLimits.requestBytes },
  FileTooLarge: { maxBytes: 25_000_000 },
  CourseFilesFull: { maxBytes: 200_000_000, maxFiles: clientLimits.courseFiles },
  TooManyUploads: {
    mostOfCourse: clientLimits.uploadsOfCourse,
    mostOfAccount: clientLimits.uploadsOfAccount,
  },
  TooManyWebhooks: { most: clientLimits.webhooks },
  TooManySecondFactors: { most: clientLimits.secondFactors },
  SecondFactorRequired: {
    challenge: 'AQABq83vASNFZ4mrze8BI0VniavN7wEjRWeJq83v',
    expiresAt: '2026-11-21T09:40:00.000Z',
    methods: ['totp', 'recovery-code'],
    passkey: null,
  },
  TooManyApiKeys: { most: clientLimits.apiKeys },
  LessonLocked: { locks: [{ code: 'LessonBefore', lessonKey: 'signing-in' }] },
  PrerequisiteMissing: {
    courses: [
      {
        courseId: exampleIds.course,
        requires: [{ id: exampleIds.course, slug: 'first-steps', title: 'First steps' }],
      },
    ],
  },
  AttemptsUsedUp: { attempts: 3 },
  AttemptTooSoon: { nextAt: '2026-11-21T09:30:00.000Z' },
  AssignmentClosed: { dueAt: '2026-11-21T09:30:00.000Z' },
  SubmissionGraded: {
    gradings: 1,
    gradedBy: 'Greta Grader',
    gradedAt: '2026-11-21T09:30:00.000Z',
  },
  SubmissionClaimed: { until: '2026-11-21T09:30:00.000Z', claimedBy: 'Greta Grader' },
  NotWatched: { watchedSeconds: 120, neededSeconds: 216 },
  WatchedTooFast: { allowedSeconds: 70 },
  AlreadyEnrolled: { courseIds: [exampleIds.course] },
  CourseLeft: { courseIds: [exampleIds.course] },
  CourseFull: { courseIds: [exampleIds.course] },
  EnrollmentNotOpen: {
    courseIds: [exampleIds.course],
    opensAt: '2026-12-01T08:00:00.000Z',
    closedAt: null,
  },
  SeatsTaken: { taken: 12 },
  CoursePaidFor: { transactionId: exampleIds.transaction, line: 1 },
  CourseNotCompleted: {
    missing: 1,
    lessons: [{ lessonId: exampleIds.lesson, title: 'A typed client' }],
  },
  PriceChanged: {
    total: priced,
    discount: free,
    lines: [
      {
        courseId: exampleIds.course,
        title: 'Building a course player',
        price: priced,
        discount: free,
      },
    ],
  },
  CouponExpired: { validFrom: null, validUntil: '2026-11-21T09:30:00.000Z' },
  NotRenewable: {
    validUntil: '2027-11-21T23:59:59.000Z',
    renewableFrom: '2027-08-23T23:59:59.000Z',
  },
  RefundTooHigh: { refundable: priced },
  EventsForgotten: { oldest: 4001, after: 4000 },
  DraftChanged: { revision: 43 },
  UploadOutOfStep: { received: 4_194_304 },
  ImpactNotCounted: { done: 20_000, total: 100_000, retryAfterSeconds: 2 },
  IdempotencyKeyInUse: wait,
  RateLimited: wait,
  ServiceUnavailable: wait,
}

function exampleOfError(name: ErrorName, publicUrl: string): Problem {
  const issues = exampleIssues[name]
  return problemOf(
    {
      name,
      message: errors[name].message,
      status: errors[name].status,
      issues,
      facts: hasFacts(name) ? exampleFacts[name] : undefined,
    },
    { requestId: '5f0c1d34-8a55-4c1e-9b0e-3d1f0a6c2b71', publicUrl },
  )
}

function statusOf([first]: ErrorName[]): ErrorStatus {
  if (first === undefined) throw new Error('A response needs an error.')
  return errors[first].status
}

/** The body of every failure. */
export const problemSchema: Schema = {
  ...(z.toJSONSchema(
    z
      .object({
        error: z
          .union([z.enum(Object.keys(errors) as [ErrorName, ...ErrorName[]]), z.string()])
          .describe('Stable name of the error, for programs'),
        message: z.string().describe('A sentence for people: the cause, and what to do about it'),
        status: z.int().min(400).max(599).describe('The HTTP status'),
        title: z
          .string()
          .describe('The kind of error in a few words; the same at every occurrence'),
        detail: z.string().describe('The same as `message`, under the name of RFC 9457'),
        type: z.url().describe('URL of the explanation of the error'),
        requestId: z.uuid().describe('Identifies the request in the logs'),
        issues: z
          .array(
            z.object({
              path: z.string().describe('Dotted path of the field; empty for the whole input'),
              message: z.string().describe('What is wrong with the field'),
              code: z
                .union([z.enum(issueCodes), z.string()])
                .optional()
                .describe('The rule that it breaks, for words of your own; absent for rare rules'),
              limit: z.number().optional().describe('The number in the rule: 8 for minLength 8'),
              readings: z
                .array(z.string())
                .optional()
                .describe('With the code ambiguous: what it may be, each to be sent as it stands'),
            }),
          )
          .optional()
          .describe('The invalid fields'),
        facts: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('Further facts for programs; their shape depends on the error'),
      })
      .describe('The body of every failure (RFC 9457)'),
    { io: 'input' },
  ) as Schema),
}
