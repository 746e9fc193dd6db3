import type { CourseContent, LessonContent } from '../../content/draft.ts'
import { deleteImpactsBefore } from '../../db/queries/authoring/impact.ts'
import type { Deps } from '../../server/context.ts'
import { AppError } from '../../server/errors/errors.ts'
import { draftImpact } from '../../server/features/authoring/impact/draft-impact.ts'
import type { Impact } from '../../server/features/authoring/impact/schema.ts'
import { publishDraft } from '../../server/features/authoring/versions/publish-draft.ts'
import { jobHandlers } from '../../server/job-handlers.ts'
import { fillLongCourse, longCourse, longCourseOf, madeLesson } from '../bench/school.ts'
import { numberAfter } from '../bench/setting.ts'
import { median } from '../bench/times.ts'
import { withClient } from '../support/database.ts'
import { openDraft } from '../support/long-course.ts'
import { openPlace, type Place } from '../support/place.ts'
import { report } from '../support/say.ts'
import type { Scale } from './judge.ts'

/*
 * Asks for the impact of drafts of a long course, and lets the job count when nothing is counted:
 * `--lessons 562 --rounds 5`. Learners have begun some twenty lessons each, not all: the impact
 * reads progress by its key alone, so what is between the rows that it reads costs nothing.
 */
const lessonCount = numberAfter('--lessons', 562)
const rounds = numberAfter('--rounds', 5)
const optionalLessons = 10

function contentOf(change: (lessons: LessonContent[]) => LessonContent[]): CourseContent {
  const lessons = Array.from({ length: lessonCount }, (_, number): LessonContent => {
    return { ...madeLesson(number), required: !isOptional(number) }
  })
  return longCourseOf(change(lessons))
}

/** Whether the second version makes a lesson optional: every tenth of the first hundred. */
function isOptional(number: number): boolean {
  return number % 10 === 3 && number < optionalLessons * 10
}

type Edit = (lessons: LessonContent[]) => LessonContent[]

const everyTenth = (lessons: LessonContent[], change: (lesson: LessonContent) => LessonContent) =>
  lessons.map((lesson, number) => (number % 10 === 5 ? change(lesson) : lesson))
const edit: Edit = (lessons) =>
  everyTenth(lessons, (lesson) => ({ ...lesson, content: `New. ${lesson.content}` }))
const remove: Edit = (lessons) => lessons.filter((_, number) => number % 10 !== 7)
const rename: Edit = (lessons) =>
  everyTenth(lessons, (it) => ({ ...it, key: `new-${it.key}`, formerKeys: [it.key] }))
const require: Edit = (lessons) => lessons.map((lesson) => ({ ...lesson, required: true }))
const reverse: Edit = (lessons) => lessons.toReversed()

const drafts: Record<string, Edit> = {
  'texts of every tenth lesson': edit,
  'every tenth lesson removed': remove,
  'every tenth lesson renamed': rename,
  'the order reversed': reverse,
  [`${optionalLessons} optional lessons required`]: require,
  'all of it': (lessons) => reverse(require(remove(rename(edit(lessons))))),
}

/** Half of the learners on the second version, as after a move. */
async function moveHalf(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const mask = Array.from({ length: lessonCount }, (_, number) => (isOptional(number) ? 0 : 1))
    await client.query('alter table enrollments disable trigger user')
    await client.query(
      `update enrollments e set version_id = v.id, required_lessons = required_lessons - $2,
         remaining_lessons = (e.remaining_lessons & $3::text::bit varying)
       from courses c join course_versions v on v.course_id = c.id and v.number = 2
       where c.slug = $1 and e.course_id = c.id and right(e.user_id::text, 1) < '8'`,
      [longCourse, optionalLessons, mask.join('')],
    )
    await client.query('alter table enrollments enable trigger user')
    await client.query('vacuum analyze')
  })
}

interface Asked {
  impact: Impact
  /** The slowest of the requests, in milliseconds, and all until the answer. */
  slowest: number
  total: number
  /** The learners counted each time the answer was not ready. */
  counted: number[]
}

/** Asks, and asks again as long as a job counts. */
async function ask(deps: Deps, courseId: string): Promise<Asked> {
  const counted: number[] = []
  const began = performance.now()
  for (let slowest = 0; ; ) {
    const asked = performance.now()
    const impact = await askOnce(deps, courseId, counted)
    slowest = Math.max(slowest, performance.now() - asked)
    if (impact !== undefined) return { impact, slowest, total: performance.now() - began, counted }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function askOnce(deps: Deps, courseId: string, counted: number[]) {
  try {
    return await draftImpact(deps, courseId)
  } catch (error) {
    if (!(error instanceof AppError) || error.name !== 'ImpactNotCounted') throw error
    counted.push(Object(error.facts).done)
    return undefined
  }
}

async function measure(deps: Deps, { limit }: Scale): Promise<void> {
  for (const [label, edit] of Object.entries(drafts)) {
    const { courseId } = await openDraft(deps, contentOf(edit), 2)
    const asked: Asked[] = []
    for (let round = 0; round < rounds; round++) {
      // Otherwise the answer of a job is given again.
      await deleteImpactsBefore(deps.db, new Date(Date.now() + 1_000))
      asked.push(await ask(deps, courseId))
    }
    const [slowest, total] = [
      median(asked.map((it) => it.slowest)),
      median(asked.map((it) => it.total)),
    ]
    const byJob = asked.filter(({ counted }) => counted.length > 0).length
    report(
      slowest <= limit,
      label,
      `slowest request ${slowest.toFixed(0)} ms, the answer after ${total.toFixed(0)} ms, ` +
        `${byJob} of ${rounds} by a job${asked.slice(0, 1).map(inShort)}`,
    )
  }
}

function inShort({ impact: { learners, ifMoved } }: Asked): string {
  const falls = ifMoved.percentFalls.reduce((sum, it) => sum + it.learners, 0)
  return (
    `: ${learners.total} learners, ${falls} fall, ${ifMoved.completeAtOnce} complete, ` +
    `${ifMoved.lessonsLostCount} lessons lost`
  )
}

/** Lets a job count from nothing, as after an upgrade. */
async function countByJob({ deps, databaseUrl }: Place, { rows }: Scale): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('update enrollments set remaining_lessons = null, required_lessons = null')
    await client.query('vacuum analyze enrollments')
  })
  const { courseId } = await openDraft(deps, contentOf(remove), 2)
  const asked = await ask(deps, courseId)
  const { impact, total, counted } = asked
  const isRising = counted.every((done, at) => done >= (counted[at - 1] ?? 0))
  report(
    counted.length > 0 && isRising && impact.learners.total === rows,
    'nothing counted',
    `the answer after ${total.toFixed(0)} ms, progress shown ${counted.length} times${inShort(asked)}`,
  )
}

export async function countImpact(scale: Scale): Promise<void> {
  await using place = await openPlace('impact')
  const { deps, databaseUrl } = place
  await fillLongCourse(databaseUrl, { learners: scale.rows, lessons: lessonCount })
  const draft = await openDraft(
    deps,
    contentOf((lessons) => lessons),
    1,
  )
  await publishDraft(deps, { ...draft, baseVersion: 1 })
  await moveHalf(databaseUrl)
  await deps.jobs.work(jobHandlers(deps))
  await measure(deps, scale)
  await countByJob(place, scale)
}
