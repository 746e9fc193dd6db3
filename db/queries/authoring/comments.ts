import { afterId, beforeId, type PageBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { findNamed, runNamed } from '../../postgres/named-statement.ts'
import type { draftComments } from '../../schema/authoring/comments.ts'

type Row = typeof draftComments.$inferSelect

interface Person {
  id: string
  name: string
}

export interface CommentRow
  extends Pick<Row, 'id' | 'lessonKey' | 'path' | 'quote' | 'text' | 'createdAt' | 'resolvedAt'> {
  author: Person | null
  resolver: Person | null
  /** The first of them, the oldest first. */
  answers: { id: string; text: string; createdAt: string; author: Person | null }[]
}

const maxAnswers = 100
const person = (name: string) =>
  `case when ${name}.id is not null then json_build_object('id', ${name}.id, 'name', ${name}.name) end`

/** Lists what is asked of a course's draft, newest first. */
export function listComments(
  db: Db,
  input: PageBefore & { courseId: string; key?: string | undefined; open?: boolean | undefined },
): Promise<CommentRow[]> {
  const { courseId, key = null, open = null, before = null, limit } = input
  return runNamed(db, {
    name: 'list_draft_comments',
    text: `
      select c.id, c.lesson_key as "lessonKey", c.path, c.quote, c.text,
        c.created_at as "createdAt", c.resolved_at as "resolvedAt",
        ${person('u')} as author, ${person('r')} as resolver,
        coalesce((
          select json_agg(a.answer) from (
            select json_build_object('id', a.id, 'text', a.text, 'createdAt', a.created_at,
              'author', ${person('w')}) as answer
            from draft_comments a left join users w on w.id = a.created_by
            where a.answer_to = c.id order by a.id limit ${maxAnswers}
          ) a
        ), '[]') as answers
      from draft_comments c
      left join users u on u.id = c.created_by
      left join users r on r.id = c.resolved_by
      where c.course_id = $1 and c.answer_to is null and c.id < ${beforeId('$2')}
        and ($3::text is null or c.lesson_key = $3)
        and ($4::boolean is null or (c.resolved_at is null) = $4)
      order by c.id desc limit $5`,
    values: [courseId, before, key, open, limit],
  })
}

/** What it answers, or what it is about. */
type Place = { [Name in 'answerTo' | 'lessonKey' | 'path' | 'quote']?: string | undefined }

type WrittenComment = Pick<Row, 'id' | 'resolvedAt'>

/** Writes a comment, or an answer to one of the same course; undefined if that is missing. */
export function insertComment(
  db: Db,
  comment: Pick<Row, 'id' | 'courseId' | 'text' | 'createdAt' | 'createdBy'> & Place,
): Promise<WrittenComment | undefined> {
  const { id, courseId, text, createdAt, createdBy } = comment
  const { answerTo = null, lessonKey = null, path = null, quote = null } = comment
  return findNamed(db, {
    name: 'insert_draft_comment',
    text: `
      insert into draft_comments (id, course_id, text, created_at, created_by, answer_to,
        lesson_key, path, quote)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9
      where $6::uuid is null or exists (
        select from draft_comments where id = $6 and course_id = $2 and answer_to is null
        for key share)
      returning id, resolved_at as "resolvedAt"`,
    values: [id, courseId, text, createdAt, createdBy, answerTo, lessonKey, path, quote],
  })
}

/** Settles a comment, or opens it again; undefined if the course has no such comment. */
export function resolveComment(
  db: Db,
  { courseId, id, by, at }: { courseId: string; id: string; by: string | null; at: Date | null },
): Promise<WrittenComment | undefined> {
  return findNamed(db, {
    name: 'resolve_draft_comment',
    text: `
      update draft_comments set resolved_at = $3, resolved_by = $4
      where course_id = $1 and id = $2 and answer_to is null
      returning id, resolved_at as "resolvedAt"`,
    values: [courseId, id, at, by],
  })
}

/** Keeps the comments of a lesson with it when its key changes. */
export async function moveComments(
  db: Db,
  { courseId, key, newKey }: { courseId: string; key: string; newKey: string },
): Promise<void> {
  await runNamed(db, {
    name: 'move_draft_comments',
    text: 'update draft_comments set lesson_key = $3 where course_id = $1 and lesson_key = $2',
    values: [courseId, key, newKey],
  })
}

/** Lists what somebody has written, oldest first. */
export function listCommentsBy(
  db: Db,
  { userId, after, limit }: { userId: string; after: string | undefined; limit: number },
): Promise<Pick<Row, 'id' | 'courseId' | 'lessonKey' | 'text' | 'createdAt'>[]> {
  return runNamed(db, {
    name: 'list_draft_comments_by',
    text: `
      select id, course_id as "courseId", lesson_key as "lessonKey", text,
        created_at as "createdAt"
      from draft_comments where created_by = $1 and id > ${afterId('$2')} order by id limit $3`,
    values: [userId, after ?? null, limit],
  })
}
