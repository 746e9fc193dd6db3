import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import type { enrollmentStatuses } from '../../../schema/learning/enrollments.ts'
import { isOpen } from '../../courses/courses/is-open.ts'
import { takesMail } from '../announcements.ts'
import { isInScope } from './find-learners.ts'

/** What an act is on: an account in a course, or an invitation. */
export interface ActSubject {
  subjectId: string
  courseId: string | null
}

interface Shown {
  email: string | null
  name: string | null
  /** Title of the course. */
  course: string | null
}

/** The facts that decide what an act on a learner would do, without locks. */
export interface LearnerFacts extends Shown {
  /** Null unless they are learners of the course, and of these cohorts. */
  status: (typeof enrollmentStatuses)[number] | null
  hasLeft: boolean
  endsAt: Date | null
  isOpen: boolean
  isPaid: boolean
  takesMail: boolean
}

/** Returns the facts of all learners in one statement, in their order. */
export function foretellActsOnLearners(
  db: Db,
  {
    of,
    cohortIds,
    now,
  }: { of: readonly ActSubject[]; cohortIds: readonly string[] | null; now: Date },
): Promise<LearnerFacts[]> {
  return runNamed(db, {
    name: 'foretell_acts_on_learners',
    text: `
      select case when e.user_id is not null then u.email end as email,
        case when e.user_id is not null then u.name end as name, v.title as course, e.status,
        e.left_at is not null as "hasLeft", e.ends_at as "endsAt",
        (${isOpen('e', '$4')}) is true as "isOpen", ${takesMail('u')} is true as "takesMail",
        exists (
          select from transaction_lines l where l.user_id = e.user_id
            and l.course_id = e.course_id and l.status = 'fulfilled'
            and l.price_amount > l.discount_amount) as "isPaid"
      from unnest($1::uuid[], $2::uuid[]) with ordinality as given (user_id, course_id, place)
      left join enrollments e on e.user_id = given.user_id and e.course_id = given.course_id
        and ${isInScope('e.user_id', '$3')}
      left join users u on u.id = given.user_id
      left join courses c on c.id = given.course_id
      left join course_versions v on v.course_id = c.id and v.number = c.current_version
      order by given.place`,
    values: [of.map((one) => one.subjectId), of.map((one) => one.courseId), cohortIds, now],
  })
}

/** Returns what is known of invitations, in their order; no email where there is none. */
export function foretellResending(db: Db, ids: readonly string[]): Promise<Shown[]> {
  return runNamed(db, {
    name: 'foretell_resending',
    text: `
      select i.email, null as name, v.title as course
      from unnest($1::uuid[]) with ordinality as given (id, place)
      left join invitations i on i.id = given.id
      left join courses c on c.id = i.course_id
      left join course_versions v on v.course_id = c.id and v.number = c.current_version
      order by given.place`,
    values: [ids],
  })
}
