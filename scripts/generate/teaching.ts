import { operationsOf } from '../../server/http/operations.ts'
import { appRouter } from '../../server/router.ts'
import { isForCohorts, rolesWith, scopeOfAbility } from '../../server/security/course-roles.ts'
import { code, generatedFrom, markdownTable } from './markdown.ts'

const sources = '`abilities` in server/security/course-roles.ts and the operations that need them'

export function teachingPage(): string {
  return `${generatedFrom(sources)}

# Teaching a course

An owner adds a teacher with \`members.add\` and \`role: teacher\`: for all learners or, with
\`cohorts\`, only for their members. Owners can do all that teachers can. Teachers use the
operations that administrators use, but only in this course. They
see no money and no other course, and only the id and name of an account; the email only with
\`TEACHERS_SEE_EMAILS=true\`. A key with \`learners:read\` and \`learners:write\` does the same for
the courses that it names.

**See.** \`learners.list\`, over REST \`GET /api/v1/authoring/courses/{courseId}/learners\`, shows
everyone's progress, where and when they stopped, and when they are due. With the variables of
[authoring.md](authoring.md#write):

\`\`\`sh
curl -s $A/$ID/learners -H "authorization: Bearer $TOKEN"
\`\`\`

Filter by status, cohort, name or who is overdue, or get \`…/learners.csv\`. \`/docs\` has the
other addresses. \`learners.get\` shows one learner lesson by lesson, with their attempts.
\`learners.report\` counts, \`learners.periods\` month by month, \`learners.stops\` by the lesson
that is next, and \`learners.stuck\` lists who stopped. Pages can be short: go on while
\`nextCursor\` is not null.

**Help.** \`learners.markLesson\` marks a lesson as done for one learner, even one that needs a
pass, or reopens it; the reason is recorded and mailed to the learner. Marking the last lesson
completes the course. Reopening one takes away no completion or certificate, and locks nothing that
was open. A lesson that was passed stays done: grade its attempt again instead. \`learners.extend\`
gives one learner a later due date, for the course or a lesson. \`lyceum course learner\` does both.

**Manage.** \`learners.enroll\`, \`learners.end\`, the seats, and \`moves.create\` with
\`policy: chosen\`. \`learners.end\` ends all that gave the course (the school, an invitation, each
cohort for this learner), but not what was paid for, which a refund by the school ends, nor a
program: then \`ended\` is false.

**A teacher of cohorts** sees only the members of those cohorts: any other learner or cohort is not
found. They grade what their members hand in, and see them in the gradebook. \`report\`, \`periods\` and
\`stops\` need one of their cohorts. Operations that show or change all learners at once are refused:
statistics, regrades, moves, seats and enrolling. When a cohort is deleted, its teachers lose it;
with none left, they have no learners.

## Who may do what

Administrators may do all of it. The last column has the permission with which others of
administration do the same in every course, also by a key with that scope: they see emails, name any
cohort, and can waive requirements. To everybody else, even teachers of other courses, the course
does not exist. \`authoring.get\` and \`authoring.list\` answer what you may as \`abilities\`.

${markdownTable(['Operations', 'Roles', 'A teacher of cohorts', 'Scope of keys', 'Permission'], rows())}
`
}

function rows(): string[][] {
  const called = Map.groupBy(
    operationsOf(appRouter),
    ({ ability, permission }) => `${ability} ${permission}`,
  )
  return [...called.values()].flatMap((operations) => {
    const { ability, permission } = operations[0] ?? {}
    if (ability === undefined) return []
    const scope = scopeOfAbility(ability)
    return [
      [
        operations.map(({ name }) => code(name)).join(', '),
        rolesWith(ability).join(', '),
        rolesWith(ability).includes('teacher') && isForCohorts(ability) ? 'yes' : '',
        scope === undefined ? '' : code(scope),
        permission === undefined ? '' : code(permission),
      ],
    ]
  })
}
