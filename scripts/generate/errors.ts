import { type ErrorName, errors } from '../../server/errors/errors.ts'
import { type Operation, operationsOf } from '../../server/http/operations.ts'
import { appRouter } from '../../server/router.ts'
import { code, generatedFrom, markdownTable, words } from './markdown.ts'

/** Raised before an operation is reached, or wherever it is. */
const raisedAnywhere: Partial<Record<ErrorName, string>> = {
  MissingFields: 'every operation with required fields',
  InvalidFields: 'every operation with fields',
  MalformedJson: 'every address that takes a body',
  NotFound: 'addresses that do not exist',
  MethodNotAllowed: 'every address',
  PayloadTooLarge: 'every address',
  WebhookRefused: 'the address where payment providers tell what happened',
  UnsupportedMediaType: 'every address that takes a body',
  RateLimited: 'every address',
  InternalError: 'every address',
  ServiceUnavailable: 'every address',
}

const tokenErrors: ErrorName[] = ['TokenMissing', 'TokenExpired', 'TokenInvalid']

export function errorsPage(): string {
  const operations = operationsOf(appRouter)
  const rows = Object.entries(errors).map(([name, { status, message, cause }]) => [
    code(name),
    String(status),
    words(message),
    words(cause),
    raisedBy(name as ErrorName, operations),
  ])
  return `${generatedFrom('the table in server/errors/errors.ts and the operations of server/router.ts')}

# Errors

Every failure of every address has the same body: \`error\` is one of the names below, \`message\` says to people what to do, \`issues\`
names the fields at fault, \`requestId\` finds the request in the logs. Names are stable; messages may become clearer.

${markdownTable(['Error', 'Status', 'Message', 'Cause', 'Raised by'], rows)}
`
}

function raisedBy(name: ErrorName, operations: Operation[]): string {
  if (tokenErrors.includes(name)) {
    const open = operations.filter(({ access }) => access === 'anyone')
    return `every operation but ${namesOf(open)}`
  }
  const everywhere = raisedAnywhere[name]
  const own = operations.filter(({ rest }) => rest.errors.includes(name))
  if (everywhere !== undefined)
    return own.length === 0 ? everywhere : `${everywhere}; in its own words ${namesOf(own)}`
  if (own.length === 0) throw new Error(`No operation says that it raises ${name}.`)
  return namesOf(own)
}

function namesOf(operations: Operation[]): string {
  return operations.map(({ name }) => code(name)).join(', ')
}
