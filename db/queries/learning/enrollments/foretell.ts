import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'

export interface EnrollmentToForetell {
  row: number
  email: string
  course: string
  cohort: string | null
}

/** The facts that decide whether and how a row would enroll somebody, without locks. */
export interface EnrollmentFacts {
  row: number
  userId: string | null
  courseId: string | null
  hasCohort: boolean
  cohortEndsAt: Date | null
  isVerified: boolean
  /** Whether they have access, or a waiting invitation. */
  isThere: boolean
  /** Whether they had it, and get it back whatever it requires now. */
  wasThere: boolean
  /** Titles of courses to complete first. */
  missing: string | null
  isPaid: boolean
  hasSeat: boolean
  /** Null if everybody gets one. */
  seatsLeft: number | null
}

/** Returns the facts of all rows in one statement, in their order. */
export function foretellEnrollments(
  db: Db,
  { rows, now }: { rows: readonly EnrollmentToForetell[]; now: Date },
): Promise<EnrollmentFacts[]> {
  return runNamed(db, {
    name: 'foretell_enrollments',
    text: `
      with given as (
        select * from unnest($1::integer[], $2::text[], $3::text[], $4::text[])
          as given (row, email, course, cohort)
      ), named_courses as materialized (
        select name.course, c.id, c.current_version
        from (select distinct course from given) as name
        join courses c on c.slug = name.course or c.id = case
          when name.course ~* $6 then name.course::uuid end
        where c.current_version is not null
      ), named_cohorts as materialized (
        select name.cohort, k.id, k.ends_at
        from (select distinct cohort from given where cohort is not null) as name
        join cohorts k on k.deleted_at is null and (lower(k.name) = lower(name.cohort)
          or k.id = case when name.cohort ~* $6 then name.cohort::uuid end)
      )
      select g.row, u.id as "userId", c.id as "courseId", g.cohort is null or k.id is not null as "hasCohort",
        k.ends_at as "cohortEndsAt", u.email_verified_at is not null as "isVerified",
        case when u.email_verified_at is not null
          then e.status = 'active' and coalesce(e.ends_at > $5, true)
          else i.expires_at > $5 end is true as "isThere",
        u.email_verified_at is not null and e.user_id is not null as "wasThere",
        required.missing,
        exists (
          select from transaction_lines l where l.user_id = u.id and l.course_id = c.id
            and l.status = 'fulfilled' and l.price_amount > l.discount_amount) as "isPaid",
        exists (
          select from seat_holders h
          where h.course_id = c.id and h.holder in (u.id, i.id)) as "hasSeat",
        s.seats - s.taken as "seatsLeft"
      from given g
      left join named_courses c on c.course = g.course
      left join named_cohorts k on k.cohort = g.cohort
      left join users u on u.email = g.email
      left join enrollments e on e.user_id = u.id and e.course_id = c.id
      left join invitations i on i.email = g.email and i.course_id = c.id
      left join course_seats s on s.course_id = c.id
      left join lateral (
        select string_agg('"' || shown.title || '"', ', ' order by needed.slug) as missing
        from course_versions v
        join courses needed on needed.slug = any(v.requires)
        join course_versions shown on shown.course_id = needed.id
          and shown.number = needed.current_version
        where v.course_id = c.id and v.number = c.current_version and not exists (
          select from enrollments done
          where done.user_id = u.id and done.course_id = needed.id
            and done.completed_at is not null)
      ) as required on true
      order by g.row`,
    values: [
      rows.map(({ row }) => row),
      rows.map(({ email }) => email),
      rows.map(({ course }) => course),
      rows.map(({ cohort }) => cohort),
      now,
      '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    ],
  })
}
