/** Merges a report into the progress of `own`, and selects the answer. */
export const mergeAndAnswer = `merged as (
    insert into lesson_progress as p (user_id, course_id, lesson_key, percent, position_seconds,
      completed_at, updated_at)
    select user_id, course_id, key, $3::smallint, coalesce($4::integer, 0),
      case when $3::smallint = 100 then now() end, now() from own
    on conflict (user_id, course_id, lesson_key) do update
      set percent = greatest(p.percent, excluded.percent),
      completed_at = coalesce(p.completed_at, excluded.completed_at),
      position_seconds = coalesce($4::integer, p.position_seconds), updated_at = now()
    returning percent, position_seconds, completed_at
  )
  select own.*, merged.*, next.id as next_id, next.title as next_title
  from own cross join merged`

/** The statements of what a careful engineer writes by hand. */
export const bareStatements = {
  session: `select u.id, s.expires_at from sessions s join users u
  on u.id = s.user_id where s.id_hash = $1`,

  list: `select c.id, c.slug, v.title, v.summary, v.language, v.license, v.source,
    c.price_amount, c.price_currency, v.number, v.authors, v.categories, v.tags, v.level, v.cover,
    a.minutes, a.lessons as "lessonCount", e.user_id is not null as enrolled
  from courses c join course_versions v on v.course_id = c.id and v.number = c.current_version
  left join catalogue_entries a on a.course_id = c.id
  left join enrollments e on e.course_id = c.id and e.user_id = $2 and e.status = 'active'
  where c.status = 'published' order by c.id desc limit $1`,

  lesson: `select l.id, l.course_id, l.key, l.title, l.type, l.minutes, l.required,
  l.preview, b.content, p.percent, p.completed_at, p.position_seconds,
  case when f.id is not null then json_build_object('id', f.id, 'key', f.key, 'title', f.title) end
    as previous,
  case when n.id is not null then json_build_object('id', n.id, 'key', n.key, 'title', n.title) end
    as next
  from lesson_revisions r join enrollments e on e.course_id = r.course_id and e.user_id = $2
  and e.status = 'active'
  join course_versions v on v.id = e.version_id
  join lesson_revisions l on l.course_id = v.course_id and l.key = r.key
  and l.until_version >= v.number and l.from_version <= v.number
  join lesson_bodies b on b.sha256 = l.body_sha256
  left join lesson_revisions f on f.course_id = v.course_id and f.position = l.position - 1
  and f.until_version >= v.number and f.from_version <= v.number
  left join lesson_revisions n on n.course_id = v.course_id and n.position = l.position + 1
  and n.until_version >= v.number and n.from_version <= v.number
  left join lesson_progress p on p.user_id = e.user_id and p.course_id = e.course_id
  and p.lesson_key = l.key
  where r.id = $1`,

  course: `select c.id, c.slug, v.title, v.summary, v.language, v.license, v.source,
    c.price_amount, c.price_currency, v.number, v.id as version_id, e.enrolled_at, e.completed_at
  from courses c
  left join enrollments e on e.course_id = c.id and e.user_id = $2 and e.status = 'active'
  join course_versions v on case when e.version_id is null
    then v.course_id = c.id and v.number = c.current_version else v.id = e.version_id end
  where c.id = $1`,

  outline: `select l.id, l.key, l.title, l.type, l.minutes, l.required, l.preview,
    s.title as section
  from course_versions v join lesson_revisions l on l.course_id = v.course_id
  and l.until_version >= v.number and l.from_version <= v.number
  join sections s on s.version_id = v.id and s.position = l.section_position
  where v.id = $1 order by l.position`,

  progress: `with own as (
    select e.user_id, e.course_id, e.completed_at as course_completed_at, l.id, l.key, l.required,
      e.last_activity_at,
      v.number, l.position, e.required_lessons, bit_count(e.remaining_lessons)::int as remaining
    from lesson_revisions r join enrollments e on e.course_id = r.course_id and e.user_id = $2
    and e.status = 'active'
    join course_versions v on v.id = e.version_id
    join lesson_revisions l on l.course_id = v.course_id and l.key = r.key
    and l.until_version >= v.number and l.from_version <= v.number where r.id = $1
  ), touched as (
    update enrollments e set last_activity_at = now() from own
    where e.user_id = own.user_id and e.course_id = own.course_id
    and (own.last_activity_at is null or own.last_activity_at < now() - interval '1 minute')
  ), ${mergeAndAnswer}
  left join lesson_revisions next on next.course_id = own.course_id
  and next.position = own.position + 1
  and next.until_version >= own.number and next.from_version <= own.number`,

  user: `select id, email, name, role, password_hash from users where email = $1`,

  open: `insert into sessions (id_hash, public_id, user_id, expires_at, created_at,
  last_used_at) values ($1, $2, $3, $4, $5, $5)`,
}

export type Statements = Record<keyof typeof bareStatements, string>
