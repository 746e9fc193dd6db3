import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { termsOf } from '../../../../content/course-fields.ts'
import type { CourseRules } from '../../../../content/course-rules.ts'
import type { CourseContent, FormerKey, LessonContent } from '../../../../content/draft.ts'
import { linkableKeys, resolveLessonLinks } from '../../../../content/files/lesson-links.ts'
import type { LessonDetails } from '../../../../content/lessons/lesson-type-names.ts'
import {
  type DraftLessonRow,
  type DraftRow,
  findDraft,
} from '../../../../db/queries/authoring/drafts/drafts.ts'
import {
  deleteDraftLessons,
  listStoredBodies,
  putDraftLessons,
} from '../../../../db/queries/authoring/drafts/lessons.ts'
import { sortedJson } from '../../../../db/sorted-json.ts'
import type { ActorDeps, Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import {
  forgetAbandonedQuestions,
  storeQuestions,
} from '../../assessment/questions/store-questions.ts'
import { putCourseFiles, replaceCourseFiles } from '../../courses/media/course-files.ts'
import { advanceDraft, changeDraft } from './change-draft.ts'
import { findKeyConflicts, type KeyedLesson, withPublishedKeys } from './lesson-keys.ts'
import { withCourseDefaults } from './program.ts'

export interface DraftReplacement {
  courseId: string
  /** Revision of the draft; undefined to replace any. */
  revision?: number | undefined
  content: CourseContent
  /** The number of the version that it changes; null if nothing was published before. */
  baseVersion: number | null
  /** Source of the content. */
  managedBy: CourseRules['managedBy']
}

/** A lesson to be written, with its text as it will be published. */
interface WantedLesson extends LessonContent {
  formerKeys: string[]
  details: LessonDetails | null
  bodySha256: string
}

/**
 * Replaces the draft as a whole. Unchanged lessons keep their revision; if all of it is unchanged,
 * nothing is written and no draft is opened.
 * @throws CourseNotFound, ManagedElsewhere, DraftChanged, LessonKeyTaken
 */
export function replaceDraft(
  ctx: ActorDeps,
  { courseId, revision, content, baseVersion, managedBy }: DraftReplacement,
): Promise<{ revision: number; changed: boolean }> {
  return changeDraft(ctx, { courseId, revision, from: managedBy }, async (inner, draft) => {
    const { lessons: before = [] } = (await findDraft(inner.db, courseId, { texts: true })) ?? {}
    const wanted = await wantedLessons(inner, content, draft)
    const hash = hasherOf(courseId, wanted)
    const current = new Map(before.map((lesson) => [lesson.key, lesson]))
    const changed: WantedLesson[] = []
    for (const lesson of wanted)
      if (!(await isSame(lesson, current.get(lesson.key), hash))) changed.push(lesson)
    const keys = new Set(wanted.map(({ key }) => key))
    const removed = before.map(({ key }) => key).filter((key) => !keys.has(key))

    const outline = content.sections.map(({ title, lessons }) => ({
      title,
      lessons: lessons.map(({ key }) => key),
    }))
    const terms = termsOf(content)
    const isSameWhole =
      JSON.stringify([outline, terms, baseVersion]) ===
      JSON.stringify([outlineOf(draft), termsOf(draft), draft.baseVersion])
    const changedFiles = await writeFiles(inner, { courseId, managedBy, content })
    if (changed.length === 0 && removed.length === 0 && isSameWhole && changedFiles === 0)
      return { revision: draft.revision, changed: false }

    const next = await advanceDraft(inner, draft, { outline, terms, baseVersion })
    await deleteDraftLessons(inner.db, { courseId, keys: removed })
    const rows = await withoutStoredTexts(inner.db, changed)
    await putDraftLessons(inner.db, { courseId, revision: next }, rows)
    return { revision: next, changed: true }
  })
}

/**
 * Writes the files, and returns how many changed. A folder is all that a course has, so other files
 * leave its library; content over HTTP keeps those that were uploaded.
 */
async function writeFiles(
  ctx: ActorDeps,
  { courseId, managedBy, content: { files } }: Omit<DraftReplacement, 'baseVersion'>,
): Promise<number> {
  if (files === undefined) return 0
  const write = managedBy === 'folder' ? replaceCourseFiles : putCourseFiles
  return write(ctx, courseId, files)
}

function outlineOf({ outline }: DraftRow) {
  return outline.map(({ title, lessons }) => ({ title, lessons }))
}

/** @throws LessonKeyTaken */
async function wantedLessons(
  ctx: ActorDeps,
  { sections }: CourseContent,
  { courseId, publishedFormerKeys }: DraftRow,
): Promise<WantedLesson[]> {
  const whole: CourseContent['sections'] = []
  for (const { title, lessons } of sections)
    whole.push({ title, lessons: await withCourseDefaults(ctx.db, lessons) })
  const given = whole.flatMap(({ lessons }, section) =>
    lessons.map((lesson, index) => ({ lesson, path: `sections.${section}.lessons.${index}` })),
  )
  const lessons = withFormerKeys(
    given.map(({ lesson }) => lesson),
    publishedFormerKeys,
  )
  const issues = findKeyConflicts(lessons, publishedFormerKeys).map((conflict) => ({
    path: `${given[conflict.lesson]?.path}.${conflict.path}`,
    message: conflict.message,
  }))
  if (issues.length > 0) throw new AppError('LessonKeyTaken', { issues: issues.slice(0, 20) })
  const hash = hasherOf(courseId, lessons)
  const wanted: WantedLesson[] = []
  if (lessons.some(({ details }) => details?.quiz)) await forgetAbandonedQuestions(ctx, courseId)
  for (const lesson of lessons) {
    const { content } = lesson
    const details = await storeQuestions(ctx, courseId, lesson.details ?? null)
    wanted.push({ ...lesson, details, bodySha256: await hash(content) })
  }
  return wanted
}

/**
 * Adds the former keys that lessons never lose. Restoring a version renames its lessons back, and
 * separates those that were joined: the first of them goes on with the progress.
 */
function withFormerKeys(
  lessons: readonly LessonContent[],
  published: readonly FormerKey[],
): (LessonContent & { formerKeys: string[] })[] {
  const keys = new Set(lessons.map(({ key }) => key))
  const keyed = lessons.map(({ formerKeys = [], ...lesson }) => ({
    ...lesson,
    formerKeys: withPublishedKeys({ key: lesson.key, formerKeys }, published, keys),
  }))

  const held = linkableKeys(keyed)
  return keyed.map((lesson) => {
    const later = published
      .filter(({ key, formerKey }) => formerKey === lesson.key && !held.has(key))
      .map(({ key }) => key)
    for (const key of later) held.add(key)
    return { ...lesson, formerKeys: [...new Set([...lesson.formerKeys, ...later])] }
  })
}

type Hasher = (markdown: string) => Promise<string>

/** Returns a hasher that yields to other requests between two texts, which may be long. */
function hasherOf(courseId: string, lessons: readonly KeyedLesson[]): Hasher {
  const keys = linkableKeys(lessons)
  return async (markdown) => {
    await nextTurn()
    return sha256(resolveLessonLinks(markdown, { courseId, keys }))
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function isSame(
  wanted: WantedLesson,
  current: DraftLessonRow | undefined,
  hash: Hasher,
): Promise<boolean> {
  if (current === undefined) return false
  const fieldsOf = ({ bodySha256: _, content: __, formerKeys, ...fields }: WantedLesson) => {
    const { key, title, type, minutes, required, preview, details } = fields
    return sortedJson([
      key,
      title,
      type,
      minutes,
      required,
      preview,
      formerKeys.toSorted(),
      details,
    ])
  }
  const bodySha256 = current.bodySha256 ?? (await hash(current.content ?? ''))
  return (
    bodySha256 === wanted.bodySha256 &&
    fieldsOf(wanted) === fieldsOf({ ...wanted, ...current, content: '', bodySha256 })
  )
}

/** Refers to texts that some version has already, so that a restored version copies none. */
async function withoutStoredTexts(
  db: Deps['db'],
  lessons: readonly WantedLesson[],
): Promise<Omit<DraftLessonRow, 'revision'>[]> {
  const stored = await listStoredBodies(
    db,
    lessons.map(({ bodySha256 }) => bodySha256),
  )
  return lessons.map(({ bodySha256, content, ...lesson }) =>
    stored.has(bodySha256)
      ? { ...lesson, bodySha256, content: null }
      : { ...lesson, bodySha256: null, content },
  )
}
