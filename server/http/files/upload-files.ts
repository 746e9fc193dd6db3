import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { UploadRow } from '../../../db/queries/courses/uploads.ts'
import { exampleIds, IdInPath } from '../../../lib/schema.ts'
import type { Deps, UserContext } from '../../context.ts'
import { AppError, type ErrorName } from '../../errors/errors.ts'
import { requireSubmissionUpload } from '../../features/assessment/submissions/upload-file.ts'
import { requireOpenUpload } from '../../features/authoring/files/start-upload.ts'
import { receiveBytes } from '../../features/courses/uploads/receive-bytes.ts'
import { pieceBytes } from '../../features/courses/uploads/staging.ts'
import { requireAbility } from '../../security/course-roles.ts'
import {
  binaryContent,
  type Endpoint,
  inHeader,
  inPath,
  jsonContent,
} from '../endpoints/endpoints.ts'
import { parseInput } from '../rest/input.ts'
import { admitCaller } from './admit-caller.ts'
import { mountFileRoute, takeStreams } from './take-files.ts'

const CourseUpload = z.object({ courseId: IdInPath, uploadId: IdInPath })
const LessonUpload = z.object({ lessonId: IdInPath, uploadId: IdInPath })

/** Mounts the bytes of uploads, piece by piece, if they come through this service. */
export async function mount(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    // Ignores the type, as its bytes decide. They are read as they are stored.
    takeStreams(scope)
    mountFileRoute(scope, {
      method: 'PUT',
      url: '/api/v1/authoring/courses/:courseId/uploads/:uploadId/bytes',
      bodyLimit: pieceBytes,
      admit: (request, reply) => {
        const { courseId } = parseInput(CourseUpload, request.params)
        const check = (ctx: UserContext) => requireAbility(ctx, courseId, 'write')
        return admitCaller(deps, request, { reply, name: 'uploads.bytes', check })
      },
      receive: async (ctx, request, reply) => {
        const input = parseInput(CourseUpload, request.params)
        return take(ctx, request, reply, () => requireOpenUpload(ctx, input))
      },
    })
    mountFileRoute(scope, {
      method: 'PUT',
      url: '/api/v1/lessons/:lessonId/uploads/:uploadId/bytes',
      bodyLimit: pieceBytes,
      admit: (request, reply) => {
        const check = (ctx: UserContext) => {
          if (ctx.caller.key !== undefined) throw new AppError('KeyNotAllowed')
        }
        return admitCaller(deps, request, { reply, name: 'submissions.bytes', check })
      },
      receive: async (ctx, request, reply) => {
        const input = parseInput(LessonUpload, request.params)
        return take(ctx, request, reply, () => requireSubmissionUpload(ctx, input))
      },
    })
  })
}

/** Takes the next bytes of the upload that is found. */
async function take(
  ctx: UserContext,
  request: FastifyRequest,
  reply: FastifyReply,
  findUpload: () => Promise<UploadRow>,
): Promise<FastifyReply> {
  const body = request.body as Readable | null | undefined
  if (body === null || body === undefined) throw noBytes()
  const received = await receiveBytes(ctx, await findUpload(), {
    range: request.headers['content-range'],
    bytes: body,
  })
  return reply.header('cache-control', 'no-store').send(received)
}

function noBytes(): AppError {
  return new AppError('MissingFields', {
    message: 'There is no body. Send the bytes of the file that `part` asks for.',
  })
}

const contentRange = {
  ...inHeader('Content-Range', 'Which bytes of the file come. Default: all of them'),
  schema: { type: 'string' as const, examples: ['bytes 0-48212/48213'] },
}
const inParts =
  'The `part` of an upload leads here, unless the storage takes the bytes itself. ' +
  `\`Content-Range\` says which bytes come, at most ${pieceBytes} at a time; they begin where ` +
  'those that have arrived end. All of them are kept, or none. After a lost answer, read the ' +
  'upload again and send what is missing.'
const shared = {
  description: inParts,
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
  requiresToken: true as const,
}
const ownErrors = [
  'UploadNotFound',
  'UploadOutOfStep',
  'MissingFields',
  'PayloadTooLarge',
  'ReadOnly',
] as const satisfies ErrorName[]

export const endpoints: Endpoint[] = [
  {
    ...shared,
    route: 'PUT /api/v1/authoring/courses/{courseId}/uploads/{uploadId}/bytes',
    operationId: 'uploads_bytes',
    sdkName: 'uploads.bytes',
    tag: 'uploads',
    summary: 'Send bytes of an upload',
    parameters: [
      inPath('courseId', 'Id of the course', exampleIds.course),
      inPath('uploadId', 'Id of the upload', exampleIds.lesson),
      contentRange,
    ],
    errors: ['CourseNotFound', 'Forbidden', 'SecondFactorMissing', ...ownErrors],
    keyAccess: ['authoring:write'],
  },
  {
    ...shared,
    route: 'PUT /api/v1/lessons/{lessonId}/uploads/{uploadId}/bytes',
    operationId: 'submissions_bytes',
    sdkName: 'submissions.bytes',
    tag: 'submissions',
    summary: 'Send bytes of an upload to hand in',
    parameters: [
      inPath('lessonId', 'Id of the lesson', exampleIds.lesson),
      inPath('uploadId', 'Id of the upload', exampleIds.lesson),
      contentRange,
    ],
    errors: [...ownErrors],
  },
]
