import { createHash } from 'node:crypto'
import type { CourseContent } from '../../../content/draft.ts'
import { type Assignment, assignment } from '../../../content/lessons/assignment.ts'
import { type Quiz, quiz } from '../../../content/lessons/quiz.ts'
import type { Answer, Question } from '../../../content/questions/question-types.ts'
import { findCourse } from '../../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../../db/queries/courses/lessons.ts'
import type { Deps } from '../../context.ts'
import type { Api, Answer as Response } from '../../test/api.ts'
import { courseContent, type GivenUser } from '../../test/given.ts'
import { publishCourse } from '../authoring/import/publish-course.ts'
import type { Attempt } from './attempts/schema.ts'

type Settings = Partial<Omit<Quiz, 'pools'>>

/** One automatically graded question of each type, worth 10 points together. */
export const questions: object[] = [
  {
    key: 'which-holds',
    type: 'single',
    title: 'Which knot holds a load?',
    points: 2,
    options: [
      { text: 'Bowline', right: true },
      { text: 'Slip knot', right: false },
      { text: 'Granny knot', right: false },
    ],
    explanation: 'A bowline keeps its loop.',
  },
  {
    key: 'which-are-hitches',
    type: 'multiple',
    title: 'Which of these are hitches?',
    points: 2,
    options: [
      { text: 'Clove hitch', right: true },
      { text: 'Reef knot', right: false },
      { text: 'Half hitch', right: true },
    ],
  },
  {
    key: 'how-many-turns',
    type: 'number',
    title: 'How many turns?',
    numbers: [{ value: '2.5', tolerance: '0.1' }],
  },
  { key: 'its-name', type: 'text', title: 'Its name?', accepted: ['Bowline', 'King of knots'] },
  {
    key: 'in-order',
    type: 'order',
    title: 'In which order?',
    points: 2,
    items: ['Make a loop', 'Up through it', 'Around the standing part', 'Back down'],
  },
  {
    key: 'what-belongs',
    type: 'match',
    title: 'What is each for?',
    points: 2,
    pairs: [
      { left: 'Bowline', right: 'A loop' },
      { left: 'Sheet bend', right: 'Two ropes' },
    ],
    others: ['Decoration'],
  },
]

export interface QuizOptions extends Settings {
  questions?: object[]
  pools?: object[]
  /** Texts beside the quiz. Default: none, as it is the only required lesson. */
  lessons?: number
  /** Whether certificates of the course state the grade. */
  grade?: 'printed'
  validFor?: number
  /** Whether the course can be completed without the quiz. */
  isOptional?: boolean
}

/** Returns a quiz as the API takes it. */
export function quizOf({
  questions: asked = questions,
  pools,
  lessons: _,
  grade: __,
  validFor: ____,
  isOptional: ___,
  ...rest
}: QuizOptions) {
  return { ...rest, pools: pools ?? [{ questions: asked }] }
}

/** Returns a course whose first lesson is a quiz, and whose others are texts. */
export function courseWithQuiz(options: QuizOptions = {}): CourseContent {
  const others = Array<'required'>(options.lessons ?? 0).fill('required')
  const content = courseContent({
    lessons: [options.isOptional ? 'optional' : 'required', ...others],
  })
  const { grade, validFor } = options
  return withQuiz(
    { ...content, ...(grade && { grade }), ...(validFor && { validFor }) },
    quizOf(options),
  )
}

/** Returns the same course with another quiz as its first lesson. */
export function withQuiz(content: CourseContent, given: object): CourseContent {
  const written = quiz.own.written.parse(given) as unknown as Record<string, unknown>
  const [section] = content.sections
  if (section === undefined) throw new Error('The course has no section.')
  const lessons = section.lessons.map((lesson, index) =>
    index === 0 ? { ...lesson, type: 'quiz' as const, details: { quiz: written } } : lesson,
  )
  return { ...content, sections: [{ ...section, lessons }] }
}

interface PublishedQuiz {
  content: CourseContent
  courseId: string
  lessonId: string
  otherIds: string[]
}

/** Publishes a course with a quiz in the catalogue. */
export async function publishQuiz(deps: Deps, options: QuizOptions = {}): Promise<PublishedQuiz> {
  const content = courseWithQuiz(options)
  await publishCourse(deps, content)
  const course = await findCourse(deps.db, { slug: content.slug })
  if (course === undefined) throw new Error('The course was not published.')
  const [lesson, ...others] = await listLessons(deps.db, course.versionId)
  const otherIds = others.map(({ id }) => id)
  return { content, courseId: course.id, lessonId: lesson?.id ?? '', otherIds }
}

export interface GivenQuiz extends PublishedQuiz {
  learner: GivenUser
  start(): Promise<Attempt>
  /** Starts an attempt, gives the answers by the keys of questions, and submits it. */
  attempt(answers?: 'right' | 'wrong' | Answers): Promise<Attempt>
}

/** Answers by the titles of questions. */
type Answers = Record<string, Answer | null>

/** Creates a learner enrolled in a course with a quiz. */
export async function givenQuiz(api: Api, options: QuizOptions = {}): Promise<GivenQuiz> {
  const published = await publishQuiz(api.deps, options)
  const { lessonId } = published
  const learner = await api.given.learner()
  await api.given.enrollment(learner, published.content)
  const start = () => api.as(learner).attempts.start.mutate({ lessonId })
  const written = quizOf(options).pools.flatMap(
    (pool) => (pool as { questions: Question[] }).questions,
  )
  return {
    ...published,
    learner,
    start,
    attempt: async (answers = 'wrong') => {
      const attempt = await start()
      const given = attempt.questions.flatMap((question) => {
        const asked = written.find(({ title }) => title === question.title)
        const answer =
          typeof answers !== 'string'
            ? answers[question.title]
            : answers === 'right' && asked !== undefined
              ? rightAnswer(asked, question)
              : undefined
        return answer === undefined ? [] : { position: question.position, answer }
      })
      const { id: attemptId } = attempt
      if (given.length > 0)
        await api.as(learner).attempts.save.mutate({ attemptId, answers: given })
      return api.as(learner).attempts.submit.mutate({ attemptId })
    },
  }
}

/** Returns the right answer, in terms of what was shown: found by the texts, not the grader. */
export function rightAnswer(question: Question, shown: Attempt['questions'][number]): Answer {
  const at = (texts: readonly string[], text: string) => texts.indexOf(text)
  if (question.type === 'single' && shown.type === 'single') {
    const right = question.options.find((option) => option.right)?.text ?? ''
    return { type: 'single', choice: at(shown.options, right) }
  }
  if (question.type === 'multiple' && shown.type === 'multiple') {
    const right = question.options.filter((option) => option.right)
    return { type: 'multiple', choices: right.map(({ text }) => at(shown.options, text)) }
  }
  if (question.type === 'number') {
    const [first] = question.numbers
    return { type: 'number', number: first && 'value' in first ? first.value : (first?.from ?? '') }
  }
  if (question.type === 'text') return { type: 'text', text: question.accepted[0] ?? '' }
  if (question.type === 'order' && shown.type === 'order')
    return { type: 'order', order: question.items.map((item) => at(shown.items, item)) }
  if (question.type === 'match' && shown.type === 'match')
    return { type: 'match', pairs: question.pairs.map(({ right }) => at(shown.right, right)) }
  return { type: 'essay', text: 'Because it holds.' }
}

export interface GivenAssignment {
  content: CourseContent
  learner: GivenUser
  courseId: string
  lessonId: string
}

/** Creates a learner enrolled in a course that is only an assignment. */
export async function givenAssignment(
  api: Api,
  settings: Partial<Assignment> = {},
  { due, ...course }: Partial<CourseContent> & { due?: string } = {},
): Promise<GivenAssignment> {
  const content = { ...courseContent({ lessons: ['required'] }), ...course }
  const [lesson] = content.sections[0]?.lessons ?? []
  if (lesson === undefined) throw new Error('The course has no lesson.')
  const written = assignment.own.written.parse(settings)
  Object.assign(lesson, {
    type: 'assignment',
    details: { ...(due !== undefined && { due }), assignment: written },
  })
  await publishCourse(api.deps, content)
  const published = await findCourse(api.deps.db, { slug: content.slug })
  if (published === undefined) throw new Error('The course was not published.')
  const [first] = await listLessons(api.deps.db, published.versionId)
  const learner = await api.given.learner()
  await api.given.enrollment(learner, published)
  return { content, learner, courseId: published.id, lessonId: first?.id ?? '' }
}

/** Hands in over REST. */
export function handIn(
  api: Api,
  { token }: GivenUser,
  lessonId: string,
  body: object = { text: 'I tied it.' },
): Promise<Response> {
  return api.request(`POST /api/v1/lessons/${lessonId}/submissions`, { token, body })
}

/** The smallest PNG. */
export const smallPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Sends a picture to hand in, and returns the id of the unfinished upload. */
export async function sendFile(
  api: Api,
  { token }: GivenUser,
  { lessonId, name, bytes = smallPng }: { lessonId: string; name: string; bytes?: Buffer },
): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const body = { name, bytes: bytes.length, type: 'image/png', sha256 }
  const path = `/api/v1/lessons/${lessonId}/uploads`
  const started = await api.request(`POST ${path}`, { token, body })
  const { url, method, headers } = started.body.part
  const sent = await api.server.inject({
    method,
    url,
    payload: bytes,
    headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': 'image/png' },
  })
  if (sent.statusCode !== 200) throw new Error(`The bytes were not taken: ${sent.payload}`)
  return String(started.body.id)
}
