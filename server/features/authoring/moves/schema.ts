import { z } from 'zod'
import { movePolicies, moveStatuses } from '../../../../db/schema/authoring/moves.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  named,
  namedInput,
  pageInput,
} from '../../../../lib/schema.ts'
import { VersionEffect } from '../../courses/courses/schema.ts'
import { CourseProgress } from '../../learning/progress/schema.ts'
import { Impact } from '../impact/schema.ts'

/** The most learners that one request may choose. */
export const maxChosenLearners = 10_000

const CourseId = field(IdInPath, 'The course', exampleIds.course)
const count = (description: string) => field(z.int().min(0), description, 120)

const versionNumber = z.int().min(1).max(2_147_483_647)

const policyMeaning =
  'all: every learner; not-started: those who have not reported anything; nothing-lost: those ' +
  'whose percentage does not fall; chosen: those in `userIds`'

export const Move = named('Move', 'Learners on their way to a version', {
  id: field(Id, 'The move', exampleIds.transaction),
  courseId: field(Id, 'The course', exampleIds.course),
  to: field(z.int(), 'The version that learners are moved to', 4),
  policy: z
    .enum([...movePolicies, 'correction'])
    .describe(
      `${policyMeaning}; correction: a minor version was published with \`reach: 'everyone'\``,
    ),
  status: z.enum(moveStatuses).describe('How far the move is'),
  total: field(z.int().nullable(), 'How many learners it is to look at; null before it runs', 120),
  moved: count('Learners moved so far'),
  skipped: count('Learners left on their version so far: the policy says so, or they are gone'),
  completed: count('Learners moved so far who completed the course by it'),
  percent: field(z.int(), 'Share of the learners looked at', 40),
  createdAt: Instant.describe('When it was requested'),
  finishedAt: Instant.nullable().describe('When it was done; null until then'),
})
export type Move = z.infer<typeof Move>

export const MoveList = listOf(Move, 'Moves, newest first')
export type MoveList = z.infer<typeof MoveList>

export const CreateMoveInput = namedInput('CreateMoveInput', 'Whom to move, and where to', {
  courseId: CourseId,
  to: field(versionNumber, 'The version to move to; an older one is allowed as well', 4),
  policy: z.enum(movePolicies).describe(policyMeaning),
  userIds: field(
    z.array(Id).min(1).max(maxChosenLearners).optional(),
    'The learners to move, with the policy `chosen`',
    [exampleIds.user],
  ),
  dryRun: z.boolean().default(false).describe('true shows the impact and moves nobody'),
})
export type CreateMoveInput = z.infer<typeof CreateMoveInput>

export const CreatedMove = named('CreatedMove', 'A move that begins, or its dry run', {
  move: Move.nullable().describe('The move that begins; null for a dry run'),
  impact: Impact.nullable().describe('With `dryRun`: who would be hit, and how'),
})
export type CreatedMove = z.infer<typeof CreatedMove>

export const GetMoveInput = z.strictObject({
  courseId: CourseId,
  moveId: field(IdInPath, 'The move', exampleIds.transaction),
})
export type GetMoveInput = z.infer<typeof GetMoveInput>

export const ListMovesInput = z.strictObject({ courseId: CourseId, ...pageInput })
export type ListMovesInput = z.infer<typeof ListMovesInput>

export const TakeNewerVersionInput = namedInput(
  'TakeNewerVersionInput',
  'Whether to move, and to which version',
  {
    courseId: CourseId,
    version: field(
      versionNumber.optional(),
      'The version that you were shown: refused once a newer one is current. Default: any',
      4,
    ),
    dryRun: z.boolean().default(false).describe('true shows the effect and changes nothing'),
  },
)
export type TakeNewerVersionInput = z.infer<typeof TakeNewerVersionInput>

export const TakenVersion = CourseProgress.extend({
  version: field(z.int(), 'The version that you are on now', 4),
  effect: VersionEffect.nullable().describe(
    'With `dryRun`: what taking the current version would do; null when you are on it',
  ),
}).meta({ id: 'TakenVersion', description: 'Your progress in the newest version of the course' })
export type TakenVersion = z.infer<typeof TakenVersion>
