import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Deps, UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { receiveBytes } from '../../features/authoring/uploads/receive-bytes.ts'
import { pieceBytes } from '../../features/authoring/uploads/staging.ts'
import { exampleIds } from '../../lib/schema.ts'
import { requireAbility } from '../../security/course-roles.ts'
import {
  binaryContent,
  type Endpoint,
  inHeader,
  inPath,
  jsonContent,
} from '../endpoints/endpoints.ts'
import { admitCaller } from './admit-caller.ts'
import { mountFileRoute, takeStreams } from './take-files.ts'

/** The bytes of uploads, piece by piece, where they come through this service. */
export async function mount(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    // Whatever the type says: its bytes decide. They are read as they are stored.
    takeStreams(scope)
    mountFileRoute(scope, {
      method: 'PUT',
      url: '/api/v1/authoring/courses/:courseId/uploads/:uploadId/bytes',
      bodyLimit: pieceBytes,
      admit: (request, reply) => {
        const { courseId } = request.params as { courseId: string }
        const check = (ctx: UserContext) => requireAbility(ctx, courseId, 'write')
        return admitCaller(deps, request, { reply, name: 'uploads.bytes', check })
      },
      receive: async (ctx, request, reply) => {
        const { courseId, uploadId } = request.params as { courseId: string; uploadId: string }
        const body = request.body as Readable | null | undefined
        if (body === null || body === undefined) throw noBytes()
        const input = { courseId: courseId.toLowerCase(), uploadId: uploadId.toLowerCase() }
        const received = await receiveBytes(ctx, input, {
          range: request.headers['content-range'],
          bytes: body,
        })
        return reply.header('cache-control', 'no-store').send(received)
      },
    })
  })
}

function noBytes(): AppError {
  return new AppError('MissingFields', {
    message: 'There is no body. Send the bytes of the file that `part` asks for.',
  })
}

export const endpoints: Endpoint[] = [
  {
    route: 'PUT /api/v1/authoring/courses/{courseId}/uploads/{uploadId}/bytes',
    operationId: 'uploads_bytes',
    sdkName: 'uploads.bytes',
    tag: 'uploads',
    summary: 'Send bytes of an upload',
    description:
      'The `part` of an upload leads here, unless the storage takes the bytes itself. ' +
      `\`Content-Range\` says which bytes come, at most ${pieceBytes} at a time; they begin where ` +
      'those that have arrived end. All of them are kept, or none. After a lost answer, read the ' +
      'upload again and send what is missing.',
    parameters: [
      inPath('courseId', 'Id of the course', exampleIds.course),
      inPath('uploadId', 'Id of the upload', exampleIds.lesson),
      {
        ...inHeader('Content-Range', 'Which bytes of the file come. Default: all of them'),
        schema: { type: 'string', examples: ['bytes 0-48212/48213'] },
      },
    ],
    body: binaryContent('application/octet-stream'),
    content: jsonContent(
      {
        type: 'object',
        required: ['received'],
        properties: {
          received: { type: 'integer', description: 'Number of bytes that have arrived' },
        },
      },
      { received: 48_213 },
    ),
    errors: [
      'CourseNotFound',
      'Forbidden',
      'UploadNotFound',
      'UploadOutOfStep',
      'MissingFields',
      'PayloadTooLarge',
      'ReadOnly',
    ],
    requiresToken: true,
    keyScope: 'authoring:write',
  },
]
