import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { exampleIds } from '../../../lib/schema.ts'
import type { Deps, UserContext } from '../../context.ts'
import { AppError, type ErrorName } from '../../errors/errors.ts'
import { maxZipBytes } from '../../features/authoring/import/zip/open-zip.ts'
import {
  CourseChoice,
  ExportQuery,
  ImportedDraft,
  ImportQuery,
} from '../../features/authoring/import/zip/schema.ts'
import { takeForRequest } from '../../security/budgets.ts'
import { type Ability, requireAbility } from '../../security/course-roles.ts'
import {
  binaryContent,
  type Endpoint,
  inHeader,
  inPath,
  inQuery,
  jsonContentOf,
} from '../endpoints/endpoints.ts'
import { everyAnswer } from '../endpoints/headers.ts'
import { parseInput } from '../rest/input.ts'
import { revisionOf, revisionTag } from '../rest/revisions.ts'
import { admitCaller } from './admit-caller.ts'
import { attachmentOf } from './content-disposition.ts'
import { mountFileRoute, takeBytes } from './take-files.ts'

const zipTypes = ['application/zip', 'application/x-zip-compressed']
const limits = ['courseFilesPerAccount' as const]
/** Imports at a time in this process: each may hold some 200 MB, the zip and its content. */
const maxImports = 2
const retryImportAfterSeconds = 5
const folder = '/api/v1/authoring/courses/:courseId'

/** Mounts a course as a zip, both ways, for those who work on it. */
export async function mount(app: FastifyInstance, deps: Deps): Promise<void> {
  app.get(`${folder}/export`, async (request, reply) => {
    const ctx = await memberOf(deps, request, { reply, ability: 'read', operation: 'export' })
    const asked = { ...(request.query as object), ...(request.params as object) }
    const choice = parseInput(ExportQuery, asked)
    const { exportCourse } = await import('../../features/authoring/import/zip/export-course.ts')
    const { fileName, zip } = await exportCourse(ctx, choice)
    return reply
      .header('content-disposition', attachmentOf(fileName, fileName))
      .header('cache-control', 'no-store')
      .type('application/zip')
      .send(zip)
  })

  await app.register(async (scope) => {
    takeBytes(scope, zipTypes)
    let imports = 0
    const admitImport = (reply: FastifyReply) => {
      // Skips one that is gone already, which would never be counted down.
      if (reply.raw.closed) return
      if (imports >= maxImports)
        throw new AppError('ServiceUnavailable', { retryAfterSeconds: retryImportAfterSeconds })
      imports += 1
      reply.raw.once('close', () => {
        imports -= 1
      })
    }

    mountFileRoute(scope, {
      method: 'POST',
      url: `${folder}/import`,
      bodyLimit: maxZipBytes,
      admit: async (request, reply) => {
        const how = { reply, ability: 'write', operation: 'import' } as const
        const ctx = await memberOf(deps, request, how)
        admitImport(reply)
        return ctx
      },
      receive: async (ctx, request, reply) => {
        const asked = { ...(request.query as object), ...(request.params as object) }
        const { courseId, look } = parseInput(ImportQuery, asked)
        if (!Buffer.isBuffer(request.body)) throw new AppError('UnsupportedMediaType')
        const { importCourse } = await import(
          '../../features/authoring/import/zip/import-course.ts'
        )
        const imported = await importCourse(ctx, {
          courseId,
          look: look === 'true',
          zip: request.body,
          revision: request.headers['if-match'] === undefined ? undefined : revisionOf(request),
        })
        return reply
          .header('etag', revisionTag(imported))
          .header('cache-control', 'no-store')
          .send(imported)
      },
    })
  })
}

async function memberOf(
  deps: Deps,
  request: FastifyRequest,
  {
    reply,
    ability,
    operation,
  }: { reply: FastifyReply; ability: Ability; operation: 'export' | 'import' },
): Promise<UserContext> {
  const ctx = await admitCaller(deps, request, {
    reply,
    name: `authoring.${operation}`,
    check: (ctx) => requireAbility(ctx, parseInput(CourseChoice, request.params).courseId, ability),
  })
  await takeForRequest(ctx, limits)
  return ctx
}

const zip = binaryContent('application/zip')
const courseParameter = inPath('courseId', 'Id of the course', exampleIds.course)
const errors: ErrorName[] = ['CourseNotFound', 'Forbidden', 'SecondFactorMissing', 'InvalidFields']
const imported = jsonContentOf(ImportedDraft, {
  outcome: 'imported',
  title: 'Knots for sailors',
  lessons: 12,
  files: 30,
  pages: { found: 12, left: [] },
  renamed: [],
  revision: 43,
  kind: 'minor',
  changes: [],
  changeCount: 0,
  warnings: [],
  warningCount: 0,
})

export const endpoints: Endpoint[] = [
  {
    route: 'GET /api/v1/authoring/courses/{courseId}/export',
    operationId: 'authoring_export',
    sdkName: 'authoring.export',
    tag: 'authoring',
    summary: 'Export a course as a zip',
    description:
      'For members of the course: `course.yaml`, a Markdown file for each lesson, and the pictures ' +
      'of its certificates, as the command line and the import read them. The same content is the ' +
      'same zip, byte for byte.',
    parameters: [
      courseParameter,
      inQuery(
        'version',
        'The number of a version, or `draft`. Default: the current version, else the draft',
      ),
    ],
    content: zip,
    errors: [...errors, 'VersionNotFound', 'DraftNotFound'],
    limits,
    requiresToken: true,
    keyAccess: ['authoring:read'],
  },
  {
    route: 'POST /api/v1/authoring/courses/{courseId}/import',
    operationId: 'authoring_import',
    sdkName: 'authoring.import',
    tag: 'authoring',
    summary: 'Replace the draft of a course by a zip',
    description:
      'For owners and authors: takes a zip like that of the export, or of a book in any of the ' +
      'formats that `lyceum course import` reads, of at most ' +
      `${maxZipBytes / 1_000_000} MB, packed and unpacked, and replaces the whole draft. Lessons ` +
      'that stay the same keep their revision. What is wrong with the zip is named in "issues", ' +
      'with file and line. The slug of the course stays; price and certificate design are taken ' +
      'from an owner as long as nothing is published. Answers ServiceUnavailable while others import.',
    parameters: [
      courseParameter,
      inHeader(
        'If-Match',
        'The ETag of the draft that you read, such as `"r42"`. Required as long as a draft is open',
      ),
      inQuery('look', '`true` writes nothing, and only says what was found. Default: `false`'),
    ],
    body: zip,
    content: imported,
    headers: [...everyAnswer, 'etag'],
    errors: [
      ...errors,
      'ManagedElsewhere',
      'LessonKeyTaken',
      'DraftChanged',
      'RevisionRequired',
      'PayloadTooLarge',
      'UnsupportedMediaType',
      'ReadOnly',
    ],
    limits,
    requiresToken: true,
    keyAccess: ['authoring:write'],
  },
]
