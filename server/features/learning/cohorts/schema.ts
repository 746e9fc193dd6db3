import { z } from 'zod'
import { Day, startOrEnd } from '../../../../lib/lists/periods.ts'
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
  text,
} from '../../../../lib/schema.ts'
import { ChosenCourse, ChosenUser } from '../../platform/admin/choice-schema.ts'

const cohortId = field(IdInPath, 'Id of the cohort', exampleIds.cohort)

const name = field(text(100), 'Name of the cohort, unlike that of any other', 'Class of 2026')
const startsAt = startOrEnd.nullable().meta({
  description:
    "When its members are enrolled, an instant or the beginning of a day in the school's time " +
    'zone; null for at once',
  examples: ['2026-12-01'],
})
const endsAt = startOrEnd.nullable().meta({
  description:
    'When the enrollments end that come with it, an instant or the last day of them in the ' +
    "school's time zone; null for never",
  examples: ['2027-06-30'],
})

export const CohortSummary = named('CohortSummary', 'Learners who take courses together', {
  id: field(Id, 'Id of the cohort', exampleIds.cohort),
  name,
  startsAt: Instant.nullable().describe('When its members are enrolled; null for at once'),
  startsOn: field(Day.nullable(), "The day of that in the school's time zone", '2026-12-01'),
  endsAt: Instant.nullable().describe('When what comes with it ends; null for never'),
  endsOn: field(Day.nullable(), "The last day of that in the school's time zone", '2027-06-30'),
  begunAt: Instant.nullable().describe('When its members were enrolled; null before its start'),
  createdAt: Instant.describe('When it was created'),
})
export type CohortSummary = z.infer<typeof CohortSummary>

export const DeletedCohort = CohortSummary.extend({
  deletedAt: Instant.describe(
    'When it was deleted. From then on it is in no list, and its name is free; a job takes it off ' +
      'its members, enrollments and invitations one after another, so they may name it a while yet',
  ),
}).meta({ id: 'DeletedCohort', description: 'A cohort that was deleted' })
export type DeletedCohort = z.infer<typeof DeletedCohort>

export const Cohort = CohortSummary.extend({
  members: field(z.int().min(0), 'How many members it has', 24),
  invited: field(z.int().min(0), 'How many people are invited, without an account yet', 3),
  courses: z
    .array(
      z.object({
        id: field(Id, 'Id of the course', exampleIds.course),
        slug: field(z.string(), 'Slug of the course', 'building-a-course-player'),
        title: field(z.string().nullable(), 'Title of the current version', 'Knots'),
      }),
    )
    .describe('Its courses, in the order of their ids'),
}).meta({ id: 'Cohort', description: 'A cohort with its courses' })
export type Cohort = z.infer<typeof Cohort>

export const CohortList = listOf(CohortSummary, 'Cohorts, newest first')
export type CohortList = z.infer<typeof CohortList>

const CohortMember = named('CohortMember', 'A member of a cohort', {
  userId: field(Id, 'Id of the user', exampleIds.user),
  email: field(z.string(), 'Email of the user', 'ada@example.com'),
  name: field(z.string(), 'Name of the user', 'Ada Lovelace'),
  addedAt: Instant.describe('When the user was added'),
})

export const CohortMemberList = listOf(
  CohortMember,
  'Members of a cohort, in the order of their ids',
)
export type CohortMemberList = z.infer<typeof CohortMemberList>

export const ListCohortsInput = z.strictObject({
  user: ChosenUser.optional().describe('Only the cohorts of this user, by email or id'),
  ...pageInput,
})
export type ListCohortsInput = z.infer<typeof ListCohortsInput>

export const CohortInput = z.strictObject({ cohortId })
export type CohortInput = z.infer<typeof CohortInput>

export const ListCohortMembersInput = z.strictObject({ cohortId, ...pageInput })
export type ListCohortMembersInput = z.infer<typeof ListCohortMembersInput>

export const CreateCohortInput = namedInput('CreateCohortInput', 'A new cohort', {
  name,
  startsAt: startsAt.default(null),
  endsAt: endsAt.default(null),
})
export type CreateCohortInput = z.infer<typeof CreateCohortInput>

export const UpdateCohortInput = namedInput(
  'UpdateCohortInput',
  'Fields that are absent stay as they are',
  {
    cohortId,
    name: name.optional(),
    startsAt: startsAt.optional(),
    endsAt: endsAt.optional(),
  },
)
export type UpdateCohortInput = z.infer<typeof UpdateCohortInput>

export const AddCohortMemberInput = namedInput('AddCohortMemberInput', 'The person to add', {
  cohortId,
  user: ChosenUser.describe(
    'Email or id of the person. An email without a verified account is invited to the courses',
  ),
})
export type AddCohortMemberInput = z.infer<typeof AddCohortMemberInput>

export const AddedCohortMember = named('AddedCohortMember', 'The outcome of adding somebody', {
  outcome: field(
    z.enum(['added', 'unchanged', 'invited']),
    'added: is a member now, or got courses that were missing; before its start a cohort ' +
      'enrolls nobody. unchanged: had all of that. invited: has no verified account yet',
    'added',
  ),
  userId: Id.nullable().meta({
    description: 'Id of the user; null for somebody without an account',
    examples: [exampleIds.user],
  }),
})
export type AddedCohortMember = z.infer<typeof AddedCohortMember>

export const CohortMemberInput = z.strictObject({
  cohortId,
  userId: field(IdInPath, 'Id of the member', exampleIds.user),
})
export type CohortMemberInput = z.infer<typeof CohortMemberInput>

export const AddCohortCourseInput = namedInput('AddCohortCourseInput', 'The course to add', {
  cohortId,
  course: ChosenCourse,
})
export type AddCohortCourseInput = z.infer<typeof AddCohortCourseInput>

export const CohortCourseInput = z.strictObject({
  cohortId,
  courseId: field(IdInPath, 'Id of the course', exampleIds.course),
})
export type CohortCourseInput = z.infer<typeof CohortCourseInput>
