import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../context.ts'
import { splitRoute } from '../../trpc.ts'
import { auditFile } from '../files/audit-files.ts'
import * as bulkEnrollmentFiles from '../files/bulk-enrollment-files.ts'
import * as calendarFile from '../files/calendar-file.ts'
import * as certificateFiles from '../files/certificate-files.ts'
import * as courseFiles from '../files/course-files.ts'
import * as credentialFiles from '../files/credential-files.ts'
import { gradeFiles } from '../files/grade-files.ts'
import * as mediaFiles from '../files/media-files.ts'
import * as pictureFiles from '../files/picture-files.ts'
import * as receiptFiles from '../files/receipt-files.ts'
import { reportFiles } from '../files/report-files.ts'
import { movementsFile } from '../files/sales-files.ts'
import * as uploadFiles from '../files/upload-files.ts'
import * as gitHooks from '../git-hooks.ts'
import * as oauthRedirects from '../oauth-redirects.ts'
import * as unsubscribePages from '../pages/unsubscribe.ts'
import * as verifyPages from '../pages/verify/verify.ts'
import * as paymentWebhooks from '../payment-webhooks.ts'
import { refuseUnknownParameters } from '../rest/input.ts'
import type { Endpoint, MountedEndpoints } from './endpoints.ts'

/** The endpoints besides operations that only need `Deps`, in the document's order. */
export const mountedEndpoints: MountedEndpoints[] = [
  certificateFiles,
  certificateFiles.archiveFile,
  receiptFiles,
  movementsFile,
  auditFile,
  gradeFiles,
  ...reportFiles,
  bulkEnrollmentFiles,
  bulkEnrollmentFiles.rowsFile,
  courseFiles,
  uploadFiles,
  verifyPages,
  unsubscribePages,
  calendarFile,
  credentialFiles,
  pictureFiles,
  mediaFiles,
  oauthRedirects,
  paymentWebhooks,
  gitHooks,
]

/** Mounts them, each with only the query parameters that its description names. */
export async function mountEndpoints(app: FastifyInstance, deps: Deps): Promise<void> {
  for (const group of mountedEndpoints)
    await app.register(async (scope) => {
      if (group.takesAnyQuery === undefined) refuseUnknownQueries(scope, group.endpoints)
      await group.mount(scope, deps)
    })
}

function refuseUnknownQueries(scope: FastifyInstance, endpoints: Endpoint[]): void {
  const described = endpoints.map((endpoint) => ({
    matches: matcherOf(endpoint),
    known: queryNamesOf(endpoint),
    requiresToken: endpoint.requiresToken === true,
  }))
  // Covers an address with needless escapes, which matches none.
  const otherwise = { known: endpoints.flatMap(queryNamesOf), requiresToken: false }
  // Runs before a byte of a body is read, and after its senders are known.
  scope.addHook('preParsing', (request, _reply, _payload, done) => {
    const { known, requiresToken } = described.find(({ matches }) => matches(request)) ?? otherwise
    const isStranger = requiresToken && request.bearer?.refusal !== undefined
    if (!isStranger) refuseUnknownParameters(request.query, { known })
    done()
  })
}

function queryNamesOf({ parameters = [] }: Endpoint): string[] {
  return parameters.flatMap((parameter) => (parameter.in === 'query' ? parameter.name : []))
}

function matcherOf({ route }: Endpoint): (request: FastifyRequest) => boolean {
  const [method, path] = splitRoute(route)
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')
  const address = new RegExp(`^${pattern}(?:\\?|$)`, 'i')
  return ({ method: asked, url }) =>
    (asked === method || (asked === 'HEAD' && method === 'GET')) &&
    address.test(url.replace(/^https?:\/\/[^/?#]*/i, ''))
}
