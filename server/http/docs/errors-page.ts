import { type Html, html } from '../../../lib/html.ts'
import { type ErrorName, errors } from '../../errors/errors.ts'
import { errorFacts, hasFacts } from '../../errors/facts.ts'
import { appRouter } from '../../router.ts'
import { errorsOf } from '../errors-of.ts'
import { type Operation, openApiNamesOf, operationsOf } from '../operations.ts'

type FallibleOperation = Operation & { mayFailWith: Set<ErrorName> }

/** Explains each error on a page, to whose part the `type` of the error links. */
export function errorsPage(): Html {
  const operations = operationsOf(appRouter).map((operation) => ({
    ...operation,
    mayFailWith: new Set(errorsOf(operation)),
  }))
  const names = Object.keys(errors) as ErrorName[]
  return html`<h1>Errors of the Lyceum API</h1>
<p>Every failure has the same body: <code>error</code> is one of the names below,
<code>message</code> tells people what to do, <code>issues</code> names the invalid fields,
<code>facts</code> holds what a program needs to go on,
<code>requestId</code> identifies the request in the logs, and <code>type</code> links here.
Names are stable; messages may change.</p>
<p><a href="/docs">All operations</a></p>
<ul>${names.map(linkTo)}</ul>
${names.map((name) => describeError(name, operations))}`
}

function describeError(name: ErrorName, operations: FallibleOperation[]): Html {
  const { status, cause, message } = errors[name]
  return html`<article id="${name}"><h2>${name} <span class="muted">${status}</span></h2>
<dl><dt>Cause</dt><dd>${cause}</dd>
<dt>Message</dt><dd>${message}</dd>
${factsRow(name)}<dt>Raised by</dt><dd>${raisedBy(name, operations)}</dd></dl></article>`
}

function factsRow(name: ErrorName): Html | '' {
  const shape = hasFacts(name) ? errorFacts[name].shape : {}
  const fields = Object.entries<{ description?: string | undefined }>(shape)
  if (fields.length === 0) return ''
  return html`<dt>Facts</dt>${fields.map(
    ([field, { description = '' }]) => html`<dd><code>${field}</code>: ${description}</dd>`,
  )}`
}

function linkTo(name: ErrorName): Html {
  const { status } = errors[name]
  return html`<li><a href="#${name}">${name}</a> <span class="muted">${status}</span></li>`
}

function raisedBy(name: ErrorName, operations: FallibleOperation[]): Html {
  const raising = operations.filter(({ mayFailWith }) => mayFailWith.has(name))
  if (raising.length === operations.length) return html`every operation`
  if (raising.length === 0) return html`routes and methods that do not exist`
  const links = raising.map((operation, index) => {
    const { tag, operationId } = openApiNamesOf(operation)
    const place = `tag/${tag}/${operationId}`
    return html`${index === 0 ? '' : ', '}<a href="/docs#${place}">${operation.name}</a>`
  })
  return html`${links}`
}
