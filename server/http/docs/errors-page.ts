import { type ErrorName, errors } from '../../errors/errors.ts'
import { type Html, html } from '../../lib/html.ts'
import { appRouter } from '../../router.ts'
import { errorsOf } from '../openapi/errors-of.ts'
import { type Operation, operationsOf } from '../operations.ts'

/**
 * What each error means, how it comes about, and who raises it. The `type` of an error leads to its
 * part of the page.
 */
export function errorsPage(): Html {
  const operations = operationsOf(appRouter)
  const names = Object.keys(errors) as ErrorName[]
  return html`<h1>Errors of the Lyceum API</h1>
<p>Every failure has the same body: <code>error</code> is one of the names below, <code>message</code> says to people what to do, <code>issues</code> names
the fields at fault, <code>requestId</code> finds the request in the logs, and <code>type</code> leads here. Names are stable; messages may become clearer.</p>
<p><a href="/docs">All operations</a></p>
<ul>${names.map((name) => html`<li><a href="#${name}">${name}</a> <span class="muted">${errors[name].status}</span></li>`)}</ul>
${names.map((name) => describeError(name, operations))}`
}

function describeError(name: ErrorName, operations: Operation[]): Html {
  const { status, cause, message } = errors[name]
  return html`<article id="${name}"><h2>${name} <span class="muted">${status}</span></h2>
<dl><dt>Cause</dt><dd>${cause}</dd><dt>Message</dt><dd>${message}</dd><dt>Raised by</dt><dd>${raisedBy(name, operations)}</dd></dl></article>`
}

function raisedBy(name: ErrorName, operations: Operation[]): Html {
  const raising = operations.filter((operation) => errorsOf(operation).includes(name))
  if (raising.length === operations.length) return html`every operation`
  if (raising.length === 0) return html`addresses and methods that do not exist`
  return html`${raising.map((operation, index) => html`${index === 0 ? '' : ', '}<a href="/docs#/${linkOf(operation)}">${operation.name}</a>`)}`
}

function linkOf({ name }: Operation): string {
  return `${name.split('.')[0]}/${name.replace('.', '_')}`
}
