import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { exampleIds } from '../../lib/schema.ts'
import type { Deps } from '../context.ts'
import { takeNotice } from '../features/authoring/sources/take-notice.ts'
import { type Endpoint, inPath, jsonContent } from './endpoints/endpoints.ts'
import { takeStreams } from './files/take-files.ts'

/** Mounts where the hosts of git repositories report new commits. */
export async function mount(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    // Streams the bytes as they arrive, which the signature covers; none is kept.
    takeStreams(scope)

    scope.post('/hooks/git/:courseId', async (request, reply) => {
      const { courseId } = request.params as { courseId: string }
      await takeNotice(
        { ...deps, log: request.log as Deps['log'] },
        {
          courseId,
          signature: headerOf(request, 'x-hub-signature-256'),
          token: headerOf(request, 'x-gitlab-token'),
          body: (request.body as IncomingMessage | undefined) ?? request.raw,
        },
      )
      return reply.status(202).send({ received: true })
    })
  })
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

export const endpoints: Endpoint[] = [
  {
    route: 'POST /hooks/git/{courseId}',
    operationId: 'sources_hook',
    tag: 'sources',
    summary: 'Report a new commit',
    description:
      'For the host of a git repository: GitHub and Gitea, which sign the body ' +
      '(X-Hub-Signature-256), and GitLab, which sends the secret (X-Gitlab-Token). What the body ' +
      'says does not matter: the repository is looked at soon, once for any number of reports.',
    parameters: [inPath('courseId', 'Id of the course', exampleIds.course)],
    body: jsonContent(
      { type: 'object', description: 'An event as the host defines it' },
      { ref: 'refs/heads/main' },
    ),
    content: jsonContent(
      { type: 'object', properties: { received: { const: true } }, required: ['received'] },
      { received: true },
    ),
    status: 202,
    errors: ['HookRefused', 'PayloadTooLarge', 'ReadOnly'],
  },
]
