import { createHash } from 'node:crypto'
import { pathOfTarget } from '../../../../content/files/file-links.ts'
import type { LessonDetails } from '../../../../content/lessons/lesson-type-names.ts'
import { isStored, type Quiz, quizOf, type StoredQuiz } from '../../../../content/lessons/quiz.ts'
import { findReferences } from '../../../../content/markdown/references.ts'
import {
  joinQuestion,
  type Question,
  type StoredQuestion,
  splitQuestion,
} from '../../../../content/questions/question-types.ts'
import {
  deleteAbandonedQuestions,
  publishQuestions,
} from '../../../../db/queries/assessment/questions/questions.ts'
import {
  findDraftedQuestions,
  findQuestionsWithSecrets,
  findSameQuestions,
  insertQuestions,
  type NewQuestion,
  type QuestionWithSecret,
} from '../../../../db/queries/assessment/questions/secrets.ts'
import { sortedJson } from '../../../../db/sorted-json.ts'
import { newId } from '../../../../lib/ids.ts'
import type { Deps } from '../../../context.ts'

type Details = { [Name in keyof LessonDetails]: LessonDetails[Name] | null }

/**
 * Stores the questions of a quiz where their right answers are safe, and returns what stays with
 * the lesson: their revisions. An unchanged question keeps its revision. The caller has locked the
 * draft of the course.
 */
export async function storeQuestions<Given extends Details | null | undefined>(
  ctx: Pick<Deps, 'db' | 'now'>,
  courseId: string,
  details: Given,
): Promise<Given> {
  const quiz = details?.quiz as Quiz | StoredQuiz | null | undefined
  if (!details || !quiz || isStored(quiz)) return details
  const questions = quiz.pools.flatMap((pool) => pool.questions).map((question) => newRow(question))
  const known = await findSameQuestions(ctx.db, courseId, questions)
  const nameOf = ({ key, sha256 }: NewQuestion) => `${key} ${sha256}`
  const fresh = questions.filter((row) => !known.has(nameOf(row)))
  await insertQuestions(ctx.db, { courseId, at: ctx.now() }, fresh)

  const ids = questions.map((row) => known.get(nameOf(row)) ?? row.id)
  let next = 0
  const stored: StoredQuiz = {
    ...quiz,
    pools: quiz.pools.map(({ title, take, questions }) => ({
      title,
      take,
      questions: questions.map(({ key, points }) => ({ key, points, revision: ids[next++] ?? '' })),
    })),
    files: filesOf(quiz),
  }
  return { ...details, quiz: stored }
}

/** Forgets what neither the draft nor any version asks: once per save, before it is stored. */
export async function forgetAbandonedQuestions(
  { db }: Pick<Deps, 'db'>,
  courseId: string,
): Promise<void> {
  await deleteAbandonedQuestions(db, courseId)
}

function newRow(question: Question): NewQuestion {
  const stored = splitQuestion(question)
  const sha256 = createHash('sha256').update(sortedJson(stored)).digest('hex')
  return { id: newId(), key: question.key, ...stored, sha256 }
}

/** Returns paths of the files that its questions show, whether or not the course has them. */
function filesOf({ pools }: Quiz): string[] {
  const texts = pools.flatMap(({ questions }) => questions.flatMap(textsOf))
  const named = texts.flatMap(findReferences).filter(({ kind }) => kind !== 'include')
  return [...new Set(named.flatMap(({ target }) => pathOfTarget(target) ?? []))].toSorted()
}

function textsOf(question: Question): string[] {
  return Object.values(question).flatMap(function within(value: unknown): string[] {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(within) : []
  })
}

/**
 * Returns what a lesson has beside its text as its author wrote it, for those who write the course.
 */
export async function readQuestions<Given extends LessonDetails | null>(
  { db }: Pick<Deps, 'db'>,
  details: Given,
): Promise<Given> {
  const revisions = revisionsIn(details)
  return withQuestions(details, await findQuestionsWithSecrets(db, revisions))
}

/** Does the same for several lessons by one read. */
export async function readQuestionsOf(
  { db }: Pick<Deps, 'db'>,
  lessons: readonly (LessonDetails | null)[],
): Promise<(LessonDetails | null)[]> {
  const found = await findQuestionsWithSecrets(db, lessons.flatMap(revisionsIn))
  return lessons.map((details) => withQuestions(details, found))
}

function withQuestions<Given extends LessonDetails | null>(
  details: Given,
  found: ReadonlyMap<string, QuestionWithSecret>,
): Given {
  const quiz = details?.quiz as Quiz | StoredQuiz | undefined
  if (!details || !quiz || !isStored(quiz)) return details
  const { files: _, pools, ...settings } = quiz
  const written: Quiz = {
    ...settings,
    pools: pools.map(({ questions, ...pool }) => ({
      ...pool,
      questions: questions.map(({ revision, ...place }) => {
        const row = found.get(revision)
        if (row === undefined) throw new Error('A quiz asks a question that is not there.')
        const { type, shown, secret } = row
        return joinQuestion({ type, shown, secret: secret.reveal() } as never, place)
      }),
    })),
  }
  return { ...details, quiz: written }
}

/** Reads the questions of a course that no version has asked yet, by revision. */
export async function readDraftedQuestions(
  { db }: Pick<Deps, 'db'>,
  courseId: string,
): Promise<Map<string, StoredQuestion>> {
  const found = await findDraftedQuestions(db, courseId)
  const open = ({ type, shown, secret }: QuestionWithSecret) =>
    ({ type, shown, secret: secret.reveal() }) as StoredQuestion
  return new Map([...found].map(([revision, row]) => [revision, open(row)]))
}

/** Returns the revisions of the questions that a lesson asks. */
export function revisionsIn(details: LessonDetails | null | undefined): string[] {
  return (
    quizOf(details)?.pools.flatMap(({ questions }) => questions.map(({ revision }) => revision)) ??
    []
  )
}

/** Keeps what a version asks, in the transaction that publishes it. */
export async function keepPublishedQuestions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  lessons: readonly { details: LessonDetails | null }[],
): Promise<void> {
  const ids = lessons.flatMap(({ details }) => revisionsIn(details))
  await publishQuestions(db, { ids, at: now() })
}
