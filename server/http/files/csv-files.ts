import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps, UserContext } from '../../context.ts'
import { takeForRequest } from '../../security/budgets.ts'
import {
  type CourseNeeds,
  type LearnerScope,
  requireCourseAccess,
  scopeOfAbility,
} from '../../security/course-roles.ts'
import { type AdminPermission, requirePermission } from '../../security/permissions.ts'
import { type Route, splitRoute } from '../../trpc.ts'
import { type Endpoint, inPath, inQuery, type MountedEndpoints } from '../endpoints/endpoints.ts'
import { keyAccessBy } from '../key-access.ts'
import { inputReader, parseInput } from '../rest/input.ts'
import { admitCaller } from './admit-caller.ts'
import { attachmentOf } from './content-disposition.ts'

type Needed = 'route' | 'sdkName' | 'tag' | 'limits' | 'summary' | 'description'

/** A file of any length, written piece by piece. */
interface WrittenFile<Input extends z.ZodObject>
  extends Required<Pick<Endpoint, Needed | 'content'>>,
    Pick<Endpoint, 'errors'> {
  type: string
  /** For administrators, or also for members of the course that its path names. */
  needs: { permission: AdminPermission } | CourseNeeds
  /** The parameters of its path and its query, each with a description. */
  input: Input
  /** Default: the end of its route. */
  fileName?: (input: z.output<Input>) => string
  /** Writes the pieces; `learners`: whose they may be. */
  write: (
    ctx: UserContext,
    input: z.output<Input>,
    learners: LearnerScope,
  ) => AsyncGenerator<string | Uint8Array>
}

/** A table as CSV. */
interface CsvFile<Input extends z.ZodObject> extends Omit<WrittenFile<Input>, 'type' | 'content'> {
  /** Its first lines, for the reference. */
  example: string
}

const CourseChoice = z.object({ courseId: z.string() })

export function csvFile<Input extends z.ZodObject>(file: CsvFile<Input>): MountedEndpoints {
  const { example } = file
  return writtenFile({
    ...file,
    type: 'text/csv; charset=utf-8',
    content: { 'text/csv': { schema: { type: 'string' }, example } },
  })
}

export function writtenFile<Input extends z.ZodObject>(file: WrittenFile<Input>): MountedEndpoints {
  return { endpoints: [endpointOf(file)], mount: (app, deps) => mountFile(app, deps, file) }
}

function mountFile<Input extends z.ZodObject>(
  app: FastifyInstance,
  deps: Deps,
  file: WrittenFile<Input>,
): void {
  const [, path] = splitRoute(file.route)
  const readInput = inputReader(file.input, { hasBody: false })
  app.get(path.replace(/\{(\w+)\}/g, ':$1'), async (request, reply) => {
    let learners: LearnerScope = 'school'
    const check = async (ctx: UserContext) => {
      if (!('ability' in file.needs)) return requirePermission(ctx, file.needs.permission)
      const { courseId } = parseInput(CourseChoice, request.params)
      learners = await requireCourseAccess(ctx, courseId, file.needs)
    }
    const ctx = await admitCaller(deps, request, { reply, name: file.sdkName, check })
    await takeForRequest(ctx, file.limits)
    const input = parseInput(file.input, readInput(request))
    const pieces = file.write(ctx, input, learners)
    // Refuses whatever is refused before the answer begins.
    const { value: first = '' } = await pieces.next()
    const name = file.fileName?.(input) ?? basename(path)
    return reply
      .header('content-disposition', attachmentOf(name, name))
      .header('cache-control', 'no-store')
      .type(file.type)
      .send(Readable.from(withFirst(first, pieces), { objectMode: false }))
  })
}

async function* withFirst<Piece>(first: Piece, rest: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
  yield first
  yield* rest
}

function endpointOf<Input extends z.ZodObject>(file: WrittenFile<Input>): Endpoint {
  const { route, sdkName, tag, summary, description, needs, limits, content } = file
  const who = 'ability' in needs ? '' : ` Needs the permission \`${needs.permission}\`.`
  const ofMembers = 'ability' in needs ? scopeOfAbility(needs.ability) : undefined
  const fields = Object.entries(file.input.shape)
  return {
    route,
    operationId: sdkName.replaceAll('.', '_'),
    sdkName,
    tag,
    summary,
    description: `${description}${who}`,
    parameters: fields.map(([name, field]) => {
      const { description = '', examples } = (field as z.ZodType).meta() ?? {}
      return isInPath(route, name)
        ? inPath(name, description, String((examples as unknown[] | undefined)?.[0] ?? ''))
        : inQuery(name, description)
    }),
    content,
    errors: ['InvalidFields', 'Forbidden', 'SecondFactorMissing', ...(file.errors ?? [])],
    limits,
    requiresToken: true,
    keyAccess: keyAccessBy([ofMembers, needs.permission]),
  }
}

function isInPath(route: Route, name: string): boolean {
  return route.includes(`{${name}}`)
}
