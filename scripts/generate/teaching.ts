import { operationsOf } from '../../server/http/operations.ts'
import { appRouter } from '../../server/router.ts'
import { isForCohorts, rolesWith, scopeOfAbility } from '../../server/security/course-roles.ts'
import { code, generatedFrom, markdownTable } from './markdown.ts'

const sources = '`abilities` in server/security/course-roles.ts and the operations that need them'

export function teachingPage(): string {
  return `${generatedFrom(sources)}

# Teaching a course

An owner adds a teacher with \`members.add\`: \`role: teacher\`, for all learners, or with \`cohorts\`
for their members alone. Owners can do all that teachers do. What teachers do is what the desk
does: the same reports, the same enrollments, the same refusals, of this course alone. They see no
money, no other course and nothing of an account but its id and its name; the email only with
\`TEACHERS_SEE_EMAILS=true\`. A key with \`learners:read\` and \`learners:write\` does the same for the
courses that it names.

**See.** \`learners.list\` says how far everybody is, where they stopped, since when, and when they
are due; it filters by status, cohort, words of the name and who is overdue, and comes as CSV.
\`learners.get\` shows one learner lesson by lesson, with their attempts. \`learners.report\` counts,
\`learners.stuck\` lists who stopped. Pages can be short: go on while \`nextCursor\` is not null.

**Help.** \`learners.markLesson\` marks a lesson as done for one learner, also one that needs a
pass, or opens it again; the reason goes on record, and to the learner by mail. The last lesson
completes the course. Opening one again takes no completion and no certificate, and never locks
what was open. A lesson that was passed stays done: grade its attempt again instead.
\`learners.extend\` gives one learner until a later day, for the course or a lesson. The desk does
both under \`/api/v1/admin/enrollments\`, and \`lyceum course learner\` at the terminal.

**Manage.** \`learners.enroll\`, \`learners.end\`, the seats, and \`moves.create\` with \`policy:
chosen\`. What was paid for ends by a refund, which is the school's.

**A teacher of cohorts** meets learners of other cohorts nowhere. Operations on single learners
are limited to members of their cohorts: another learner, or cohort, is not found.
\`learners.report\` needs a cohort of theirs. Operations that show or change all learners at once
are refused: grading, the gradebook, accommodations, statistics, moves, seats and enrolling. A
cohort that is deleted disappears from its teachers; one without any has no learners.

## Who may do what

Administrators may do all of it. To everybody else, also to teachers of other courses, the course
does not exist.

${markdownTable(['Operations', 'Roles', 'A teacher of cohorts', 'Scope of keys'], rows())}
`
}

function rows(): string[][] {
  const called = Map.groupBy(operationsOf(appRouter), ({ ability }) => ability)
  return [...called].flatMap(([ability, operations]) => {
    if (ability === undefined) return []
    const scope = scopeOfAbility(ability)
    return [
      [
        operations.map(({ name }) => code(name)).join(', '),
        rolesWith(ability).join(', '),
        rolesWith(ability).includes('teacher') && isForCohorts(ability) ? 'yes' : '',
        scope === undefined ? '' : code(scope),
      ],
    ]
  })
}
