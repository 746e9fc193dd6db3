import { issueCodes } from '../../lib/fields/issue-code.ts'
import { type ErrorName, errors } from '../../server/errors/errors.ts'
import { errorFacts } from '../../server/errors/facts.ts'
import { needsRevision, type Operation, operationsOf } from '../../server/http/operations.ts'
import { appRouter } from '../../server/router.ts'
import { code, generatedFrom, markdownTable, words, wrapped } from './markdown.ts'

/** Raised before an operation is reached, or by all of them. */
const raisedAnywhere: Partial<Record<ErrorName, string>> = {
  MissingFields: 'every operation with required fields',
  InvalidFields: 'every operation with fields or query parameters',
  MalformedJson: 'every route with a body',
  NotFound: 'routes that do not exist',
  MethodNotAllowed: 'every route',
  PayloadTooLarge: 'every route',
  WebhookRefused: 'the webhook of the payment provider',
  HookRefused: 'the webhook of git repositories',
  CalendarNotFound: 'the calendar of a learner',
  EvidenceNotKept: 'files of evidence of certificates',
  MediaAddressExpired: 'addresses of files of courses',
  ArchiveRunning: '`certificates.archiveZip`',
  MediaNotFound: 'addresses of files of courses',
  RangeNotSatisfiable: 'addresses of files of courses',
  UnsupportedMediaType: 'every route with a body',
  RevisionRequired: 'over REST, every operation that changes what has a revision',
  RateLimited: 'every route',
  InternalError: 'every route',
  ServiceUnavailable: 'every route',
  ReadOnly: 'every operation that writes, sign-in and the webhooks',
  SecondFactorMissing: 'operations of administration',
}

const callerErrors: ErrorName[] = [
  'TokenMissing',
  'TokenExpired',
  'TokenInvalid',
  'AccountSuspended',
  'KeyNotAllowed',
]

const sources = 'the table in server/errors/errors.ts and the operations of server/router.ts'

const aboutIssues =
  'An issue has the `path` of its field and a `message`; for the usual rules also a stable `code` ' +
  `(${issueCodes.map(code).join(', ')}), and the number in the rule as \`limit\`, so that a ` +
  'frontend can say it in the language of its readers. One that is `ambiguous` has the `readings` ' +
  'that it may have.'

export function errorsPage(): string {
  const operations = operationsOf(appRouter)
  const rows = Object.entries(errors).map(([name, { status, message, cause }]) => [
    code(name),
    String(status),
    words(message),
    words(cause),
    raisedBy(name as ErrorName, operations),
  ])
  return `${generatedFrom(sources)}

# Errors

Every failure has the same body: \`error\` is one of the names below, \`message\` says what to do,
\`issues\` names the invalid fields, \`facts\` holds what a program needs to go on, and
\`requestId\` identifies the request in the logs. \`title\` and \`detail\` are those of RFC 9457.
Names are stable; messages, which are English, may change.

${wrapped(aboutIssues)}

${markdownTable(['Error', 'Its facts'], factsRows())}

${markdownTable(['Error', 'Status', 'Message', 'Cause', 'Raised by'], rows)}
`
}

function factsRows(): string[][] {
  return Object.entries(errorFacts).map(([name, { shape }]) => [
    code(name),
    Object.entries(shape)
      .map(([field, { description = '' }]) => `${code(field)}: ${words(description)}`)
      .join('; '),
  ])
}

function raisedBy(name: ErrorName, operations: Operation[]): string {
  if (callerErrors.includes(name)) {
    const open = operations.filter(
      ({ access, rest }) => access === 'anyone' && !rest.errors.includes(name),
    )
    return `every operation except ${namesOf(open)}`
  }
  const everywhere = raisedAnywhere[name]
  const own = operations.filter(
    (operation) =>
      operation.rest.errors.includes(name) || (name === 'DraftChanged' && needsRevision(operation)),
  )
  if (everywhere !== undefined)
    return own.length === 0
      ? everywhere
      : `${everywhere}; with a message of its own ${namesOf(own)}`
  if (own.length === 0) throw new Error(`No operation says that it raises ${name}.`)
  return namesOf(own)
}

function namesOf(operations: Operation[]): string {
  return operations.map(({ name }) => code(name)).join(', ')
}
