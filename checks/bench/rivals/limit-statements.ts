import { bareStatements, mergeAndAnswer, type Statements } from './bare-statements.ts'

/**
 * The least that each job can ask: no rule of the product that a school with one version of each
 * course could do without. What is left is what the hardware and PostgreSQL cost.
 */
export const limitStatements: Statements = {
  ...bareStatements,
  session: 'select user_id as id, expires_at from sessions where id_hash = $1',

  lesson: `select l.id, l.course_id, l.key, l.title, l.type, l.minutes, l.required, l.preview,
      b.content, p.percent, p.completed_at, p.position_seconds,
      case when f.id is not null then json_build_object('id', f.id, 'key', f.key, 'title', f.title) end
        as previous,
      case when n.id is not null then json_build_object('id', n.id, 'key', n.key, 'title', n.title) end
        as next
    from lesson_revisions l
    join enrollments e on e.user_id = $2 and e.course_id = l.course_id and e.status = 'active'
    join lesson_bodies b on b.sha256 = l.body_sha256
    left join lesson_revisions f on f.course_id = l.course_id and f.position = l.position - 1
      and f.until_version = l.until_version
    left join lesson_revisions n on n.course_id = l.course_id and n.position = l.position + 1
      and n.until_version = l.until_version
    left join lesson_progress p on p.user_id = $2 and p.course_id = l.course_id
      and p.lesson_key = l.key
    where l.id = $1`,

  progress: `with own as (
      select e.user_id, e.course_id, e.completed_at as course_completed_at, l.id, l.key, l.required,
        l.position, l.until_version, e.required_lessons,
        bit_count(e.remaining_lessons)::int as remaining
      from lesson_revisions l join enrollments e on e.user_id = $2 and e.course_id = l.course_id
        and e.status = 'active'
      where l.id = $1
    ), ${mergeAndAnswer}
    left join lesson_revisions next on next.course_id = own.course_id
      and next.position = own.position + 1 and next.until_version = own.until_version`,
}
