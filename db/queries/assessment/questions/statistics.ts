import type { PageAfter } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'

export interface QuestionStatisticsRow {
  /** The id of the newest published revision. */
  id: string
  key: string
  publishedRevision: number
  asked: number
  answered: number
  /** Mean share of the points, from 0 to 1; null before anybody was graded. */
  meanShare: number | null
  /** Correlation of the share with the rest of the attempt's, from -1 to 1; null for too few. */
  discrimination: number | null
}

/**
 * Counts how learners do at a course's questions, in the order of their keys, in the last graded
 * attempts, as many as `sample`.
 */
export async function listQuestionStatistics(
  db: Db,
  {
    courseId,
    lessonKey,
    sample,
    only = null,
    after,
    limit,
  }: PageAfter & {
    courseId: string
    lessonKey: string
    sample: number
    /** The key of one question; without it all. */
    only?: string | null | undefined
  },
): Promise<QuestionStatisticsRow[]> {
  return runNamed(db, {
    name: 'list_question_statistics',
    text: `
      with tried as materialized (
        select a.id, a.items, a.answers, a.points, a.max_points, last.item_points
        from (
          select * from attempts
          where course_id = $1 and lesson_key = $2 and status = 'graded' and type = 'quiz'
          order by id desc limit $3
        ) a
        cross join lateral (
          select item_points from gradings where attempt_id = a.id order by number desc limit 1
        ) last
      ), item as materialized (
        select (one ->> 'revision')::uuid as revision, (one ->> 'points')::float8 as most,
          t.item_points[place] as points,
          t.answers ? (place - 1)::text and t.answers -> (place - 1)::text <> 'null' as answered,
          t.points - t.item_points[place] as others,
          t.max_points - (one ->> 'points')::int as most_of_others
        from tried t cross join jsonb_array_elements(t.items) with ordinality as one (one, place)
        where t.item_points[place] is not null
      )
      select (array_agg(q.id order by q.number desc))[1] as id, q.key, count(*)::int as asked,
        (count(*) filter (where answered))::int as answered, avg(i.points / i.most) as "meanShare",
        case when count(*) >= 10 then
          corr(i.points / i.most, i.others::float8 / nullif(i.most_of_others, 0)) end
          as discrimination,
        (select max(number) from question_revisions newest
          where newest.course_id = $1 and newest.key = q.key and newest.published_at is not null)
          as "publishedRevision"
      from item i join question_revisions q on q.id = i.revision
      where ($4::text is null or q.key > $4) and ($6::text is null or q.key = $6)
      group by q.key order by q.key limit $5`,
    values: [courseId, lessonKey, sample, after ?? null, limit, only],
  })
}

/**
 * Counts how often each answer was given to a revision in the last attempts, by the stored index.
 */
export async function countChoices(
  db: Db,
  {
    courseId,
    lessonKey,
    revisions,
    sample,
  }: { courseId: string; lessonKey: string; revisions: readonly string[]; sample: number },
): Promise<{ revision: string; choice: number; times: number }[]> {
  return runNamed(db, {
    name: 'count_choices',
    text: `
      with tried as materialized (
        select items, answers from attempts
        where course_id = $1 and lesson_key = $2 and status = 'graded' and type = 'quiz'
        order by id desc limit $3
      ), chosen as (
        select (one ->> 'revision')::uuid as revision, one -> 'order' as shown,
          t.answers -> (place - 1)::text as answer
        from tried t cross join jsonb_array_elements(t.items) with ordinality as one (one, place)
        where (one ->> 'revision')::uuid = any($4::uuid[])
      )
      select revision, (shown ->> choice)::int as choice, count(*)::int as times
      from chosen cross join lateral (
        select (answer ->> 'choice')::int as choice where answer ? 'choice'
        union all
        select value::int from jsonb_array_elements_text(
          case when answer ? 'choices' then answer -> 'choices' else '[]' end) as value
      ) as one
      where shown ->> choice is not null
      group by revision, shown ->> choice`,
    values: [courseId, lessonKey, sample, revisions],
  })
}
