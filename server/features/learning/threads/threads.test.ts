import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CourseRules } from '../../../../content/course-rules.ts'
import { courses } from '../../../../db/schema/courses/courses.ts'
import { enrollments } from '../../../../db/schema/learning/enrollments.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { lessonOf } from '../../../test/learning.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { givenQuiz } from '../../assessment/test-support.ts'
import { publish } from '../../authoring/moves/test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

const threads = (user: GivenUser) => api.as(user).threads

async function take(courseId: string, lessonQuestions: CourseRules['lessonQuestions']) {
  await api.deps.db.update(courses).set({ lessonQuestions }).where(eq(courses.id, courseId))
}

async function member(
  { id: courseId }: { id: string },
  role: 'owner' | 'teacher' | 'reviewer' | 'author',
  cohorts?: string[],
): Promise<GivenUser> {
  const user = await api.given.learner({ name: `The ${role}` })
  const chosen = { courseId, email: user.email, role, ...(cohorts && { cohorts }) }
  await api.as(admin).members.add.mutate(chosen)
  return user
}

async function learnerOf(course: { slug: string }, name = 'Ada'): Promise<GivenUser> {
  const learner = await api.given.learner({ name })
  await api.given.enrollment(learner, course)
  return learner
}

/** A question of Ada's on the second lesson, which Ben takes as well. */
async function givenQuestion(rule: CourseRules['lessonQuestions'] = 'named') {
  const course: GivenCourse = await api.given.course()
  await take(course.id, rule)
  const [ada, ben] = [await learnerOf(course), await learnerOf(course, 'Ben')]
  const lessonId = lessonOf(course, 1).id
  const asked = await threads(ada).ask.mutate({ lessonId, text: 'Why does it *hold*?' })
  return { course, courseId: course.id, lessonId, ada, ben, threadId: asked.id }
}

const missing = 'ThreadNotFound'

test('a learner asks, another answers, whoever asked accepts, and that answer comes first', async () => {
  const { course, lessonId, ada, ben, threadId } = await givenQuestion()
  const teacher = await member(course, 'teacher')
  await threads(teacher).answer.mutate({ threadId, text: 'Read on.' })
  const { posts } = await threads(ben).answer.mutate({ threadId, text: 'Friction.' })
  const news = (await api.as(ada).me.notifications.query({})).items
  expect(news.slice(0, 2).map(({ kind }) => kind)).toEqual([
    'question-answered',
    'question-answered',
  ])
  const answerId = posts[1]?.id ?? ''
  expect(await errorOf(threads(ben).accept.mutate({ threadId, answerId }))).toBe('Forbidden')
  await threads(ada).accept.mutate({ threadId, answerId })

  const read = await threads(ben).get.query({ threadId })
  const who = ({ name, isYours, isAsker, isTeacher, userId }: (typeof read)['posts'][number]) => [
    ...[name, isYours, isAsker, isTeacher, userId],
  ]
  expect([read, ...read.posts].map(who)).toEqual([
    ['Ada', false, true, false, null],
    ['Ben', true, false, false, null],
    ['The teacher', false, false, true, null],
  ])
  const { items } = await threads(ada).list.query({ lessonId })
  expect(items).toMatchObject([
    { id: threadId, answers: 2, accepted: { text: 'Friction.' }, mayAccept: true, waits: false },
  ])
  const none = await threads(ada).accept.mutate({ threadId, answerId: null })
  expect([none.accepted, none.posts[0]?.text]).toEqual([null, 'Read on.'])
})

test('only learners with the lesson open, and teachers, learn that there is a question', async () => {
  const { course, lessonId, ada, ben, threadId } = await givenQuestion()
  const passer = await api.given.learner()
  const previewId = lessonOf(course, 0).id
  const refused = async (user: GivenUser) => [
    await errorOf(threads(user).list.query({ lessonId })),
    await errorOf(threads(user).list.query({ lessonId: previewId })),
    await errorOf(threads(user).ask.mutate({ lessonId: previewId, text: 'Hello?' })),
    await errorOf(threads(user).get.query({ threadId })),
    await errorOf(threads(user).answer.mutate({ threadId, text: 'x' })),
    await errorOf(threads(user).accept.mutate({ threadId, answerId: null })),
    await errorOf(threads(user).report.mutate({ threadId, postId: threadId, reason: 'rude' })),
  ]
  const closed = ['NotEnrolled', 'NotEnrolled', 'NotEnrolled', ...Array(4).fill(missing)]
  expect(await refused(passer)).toEqual(closed)
  expect(await refused(await member(course, 'reviewer'))).toEqual(closed)
  await api.deps.db
    .update(enrollments)
    .set({ status: 'ended' })
    .where(eq(enrollments.userId, ben.id))
  expect(await refused(ben)).toEqual(closed)

  await take(course.id, 'none')
  expect(await errorOf(threads(ada).list.query({ lessonId }))).toBe('QuestionsClosed')
  expect(await errorOf(threads(ada).get.query({ threadId }))).toBe(missing)
  const owner = await member(course, 'owner')
  expect((await threads(owner).get.query({ threadId })).name).toBe('Ada')
})

test('a locked lesson shows none of its questions, in a list, by id or in a search', async () => {
  const course = await publish(api, ['one', 'two'], { order: 'sequence' })
  await take(course.id, 'named')
  const [ada, ben] = [await learnerOf(course), await learnerOf(course, 'Ben')]
  const [first, second] = [lessonOf(course, 0).id, lessonOf(course, 1).id]
  await api.as(ada).progress.update.mutate({ lessonId: first, completed: true })
  const { id } = await threads(ada).ask.mutate({ lessonId: second, text: 'Is quasar a word?' })
  const found = async (user: GivenUser) =>
    (await api.as(user).search.threads.query({ q: 'quas' })).items.map((thread) => thread.id)

  expect(await errorOf(threads(ben).list.query({ lessonId: second }))).toBe('LessonLocked')
  expect(await errorOf(threads(ben).get.query({ threadId: id }))).toBe(missing)
  expect([await found(ada), await found(ben)]).toEqual([[id], []])
  await api.as(ben).progress.update.mutate({ lessonId: first, completed: true })
  expect(await found(ben)).toEqual([id])
})

test('questions on a quiz open to those whom it has shown the right answers', async () => {
  const given = await givenQuiz(api, { attempts: 1, reveals: 'after-last-attempt' })
  const { learner, lessonId, courseId } = given
  await take(courseId, 'named')
  const ask = () => threads(learner).ask.mutate({ lessonId, text: 'Is it the zebra?' })
  expect(await errorOf(ask())).toBe('QuestionsClosed')
  const { id: attemptId } = await given.start()
  expect(await errorOf(threads(learner).list.query({ lessonId }))).toBe('QuestionsClosed')
  await api.as(learner).attempts.submit.mutate({ attemptId })
  const { id: threadId } = await ask()

  const other = await api.given.learner()
  await api.given.enrollment(other, given.content)
  expect(await errorOf(threads(other).get.query({ threadId }))).toBe(missing)
  expect((await api.as(learner).search.threads.query({ q: 'zebra' })).items).toEqual([])
})

test('where a course says so, learners see no names but those of teachers', async () => {
  const { course, lessonId, ada, ben, threadId } = await givenQuestion('anonymous')
  const teacher = await member(course, 'teacher')
  await threads(ben).answer.mutate({ threadId, text: 'Friction.' })
  await threads(teacher).answer.mutate({ threadId, text: 'So it is.' })
  const cleo = await learnerOf(course, 'Cleo')

  const seen = JSON.stringify([
    await threads(cleo).get.query({ threadId }),
    await threads(cleo).list.query({ lessonId }),
    await api.as(cleo).search.threads.query({ q: 'hold' }),
  ])
  for (const hidden of ['Ada', 'Ben', ada.id, ben.id, teacher.id])
    expect(seen).not.toContain(hidden)
  expect(seen).toContain('The teacher')
  const { name, userId, posts } = await threads(teacher).get.query({ threadId })
  expect([name, userId, posts[0]?.name]).toEqual(['Ada', ada.id, 'Ben'])
})

test('a teacher of a class sees its questions, decides about them, and about nothing of others', async () => {
  const { course, courseId, ada, ben, lessonId, threadId } = await givenQuestion()
  const cohorts = api.as(admin).admin.cohorts
  const { id: cohortId } = await cohorts.create.mutate({ name: `Class of ${courseId}` })
  await cohorts.addCourse.mutate({ cohortId, course: courseId })
  await cohorts.addMember.mutate({ cohortId, user: ben.email })
  const tutor = await member(course, 'teacher', [cohortId])
  const mine = await threads(ben).ask.mutate({ lessonId, text: 'And this one?' })

  const { items } = await threads(tutor).taught.query({ courseId })
  expect(items.map(({ id, name }) => [id, name])).toEqual([[mine.id, 'Ben']])
  expect((await api.as(tutor).work.list.query()).items).toMatchObject([
    { kind: 'toAnswer', course: { id: courseId }, count: 1 },
  ])
  const of = { courseId, hidden: true, reason: 'No' }
  expect(await errorOf(threads(tutor).get.query({ threadId }))).toBe(missing)
  expect(await errorOf(threads(tutor).answer.mutate({ threadId, text: 'x' }))).toBe(missing)
  expect(await errorOf(threads(tutor).decide.mutate({ ...of, postId: threadId }))).toBe(
    'PostNotFound',
  )
  await threads(tutor).answer.mutate({ threadId: mine.id, text: 'This one, too.' })
  expect((await threads(tutor).taught.query({ courseId })).items).toEqual([])
  expect((await threads(ada).get.query({ threadId: mine.id })).posts[0]?.isTeacher).toBe(true)
})

test.each(['waiting', 'reported', 'all'] as const)(
  'a teacher reads %s questions page by page, each once',
  async (which) => {
    const { course, courseId, ada, ben, lessonId, threadId } = await givenQuestion()
    const teacher = await member(course, 'teacher')
    const ask = (text: string) => threads(ada).ask.mutate({ lessonId, text })
    const ids = [threadId, (await ask('A second?')).id, (await ask('A third?')).id]
    for (const id of ids)
      await threads(ben).report.mutate({ threadId: id, postId: id, reason: 'rude' })
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = { courseId, which, limit: 1, ...(cursor && { cursor }) }
      const { items, nextCursor } = await threads(teacher).taught.query(page)
      seen.push(...items.map(({ id }) => id))
      cursor = nextCursor
    }
    expect(seen).toEqual(which === 'all' ? ids.toReversed() : ids)
  },
)

test('what is reported is hidden with a reason for its author alone, and shown again', async () => {
  const { course, courseId, lessonId, ada, ben, threadId } = await givenQuestion()
  const teacher = await member(course, 'teacher')
  const { posts } = await threads(ben).answer.mutate({ threadId, text: 'Buy my zucchini.' })
  const postId = posts[0]?.id ?? ''
  await threads(ada).accept.mutate({ threadId, answerId: postId })
  const report = (user: GivenUser) =>
    threads(user).report.mutate({ threadId, postId, reason: 'advertising' })
  expect(await errorOf(report(ben))).toBe('PostNotFound')
  await report(ada)
  const reported = async () =>
    (await threads(teacher).taught.query({ courseId, which: 'reported' })).items
  expect(await reported()).toMatchObject([{ id: threadId, accepted: { reports: [{}] } }])

  const { items: work } = await api.as(teacher).work.list.query()
  expect(work.map(({ kind, count }) => [kind, count])).toEqual([['reported', 1]])

  const decide = (hidden: boolean) =>
    threads(teacher).decide.mutate({ courseId, postId, hidden, reason: 'No advertising here' })
  await decide(true)
  expect(await reported()).toEqual([])
  const seenBy = async (user: GivenUser) => (await threads(user).get.query({ threadId })).posts
  const hidden = [{ text: 'Buy my zucchini.', hidden: { reason: 'No advertising here' } }]
  expect(await seenBy(ada)).toEqual([])
  expect(await seenBy(ben)).toMatchObject(hidden)
  expect(await seenBy(teacher)).toMatchObject(hidden)
  const { items } = await threads(ben).list.query({ lessonId })
  expect(items).toMatchObject([{ accepted: null, answers: 0 }])
  expect((await api.as(ada).search.threads.query({ q: 'zucchini' })).items).toEqual([])
  const trail = await api.as(admin).admin.audit.list.query({ user: ben.id, event: 'post-hidden' })
  expect(trail.items).toMatchObject([{ reason: 'No advertising here' }])

  await decide(false)
  expect((await threads(ben).list.query({ lessonId })).items[0]?.accepted?.id).toBe(postId)

  await threads(teacher).decide.mutate({ courseId, postId: threadId, hidden: true, reason: 'Off' })
  expect(await errorOf(threads(ben).get.query({ threadId }))).toBe(missing)
  expect((await threads(ben).list.query({ lessonId })).items).toEqual([])
  expect((await threads(ada).get.query({ threadId })).hidden?.reason).toBe('Off')
  expect(await errorOf(threads(ada).answer.mutate({ threadId, text: 'x' }))).toBe('ThreadClosed')
})

test('a question stays with its lesson under a new key, in old and new versions', async () => {
  const course = await publish(api, ['one', 'two'])
  await take(course.id, 'named')
  const ada = await learnerOf(course)
  const before = lessonOf(course, 1).id
  const first = await threads(ada).ask.mutate({ lessonId: before, text: 'First?' })
  const renamed = await publish(api, ['one', { key: 'new', formerKeys: ['two'] }], course)
  const ben = await learnerOf(course, 'Ben')
  const after = lessonOf(renamed, 1).id
  const second = await threads(ben).ask.mutate({ lessonId: after, text: 'Second?' })

  const read = async (user: GivenUser, lessonId: string) =>
    (await threads(user).list.query({ lessonId })).items.map(({ id }) => id)
  const both = [second.id, first.id]
  expect([await read(ada, before), await read(ben, after)]).toEqual([both, both])
  expect(await read(ada, lessonOf(course, 0).id)).toEqual([])
  const page = await threads(ada).list.query({ lessonId: before, limit: 1 })
  const rest = { lessonId: before, limit: 1, cursor: `${page.nextCursor}` }
  expect((await threads(ada).list.query(rest)).items.map(({ id }) => id)).toEqual([first.id])
  const found = await api.as(ben).search.threads.query({ q: 'first' })
  expect(found.items.map(({ lesson }) => lesson.id)).toEqual([after])
})

test('sixteen at once accept one answer, and report a post once each', async () => {
  const { ada, ben, course, threadId } = await givenQuestion()
  for (const text of ['One', 'Two']) await threads(ben).answer.mutate({ threadId, text })
  const { posts } = await threads(ada).get.query({ threadId })
  await atOnce(16, (at) =>
    threads(ada).accept.mutate({ threadId, answerId: posts[at % 2]?.id ?? '' }),
  )
  const { accepted, posts: shown } = await threads(ben).get.query({ threadId })
  expect([shown[0]?.id, shown.length]).toEqual([accepted?.id, 2])

  const outcomes = await atOnce(16, () =>
    threads(ben).report.mutate({ threadId, postId: threadId, reason: 'rude' }),
  )
  expect(tally(outcomes.map(({ id }) => id))).toEqual({ [threadId]: 16 })
  const teacher = await member(course, 'teacher')
  const { items } = await threads(teacher).taught.query({ courseId: course.id, which: 'reported' })
  expect(items.map(({ reports }) => reports.length)).toEqual([1])
})

test('an export holds what one wrote; an erased account leaves the answers of others', async () => {
  const { ada, ben, lessonId, threadId } = await givenQuestion()
  const alone = await threads(ada).ask.mutate({ lessonId, text: 'Nobody answers this.' })
  const { posts } = await threads(ben).answer.mutate({ threadId, text: 'Friction.' })
  const postId = posts[0]?.id ?? ''
  await threads(ada).answer.mutate({ threadId, text: 'Thanks, says Ada.' })
  await threads(ada).report.mutate({ threadId, postId, reason: 'rude' })
  const { lessonQuestions: exported, reportedPosts } = await api.as(ada).me.export.query({})
  expect(reportedPosts).toMatchObject([{ id: postId, reason: 'rude' }])
  expect(exported.map(({ text }) => text)).toEqual([
    ...['Why does it *hold*?', 'Nobody answers this.', 'Thanks, says Ada.'],
  ])

  await api.as(ada).me.erase.mutate({ password: ada.password })
  expect(await errorOf(threads(ben).get.query({ threadId: alone.id }))).toBe(missing)
  const left = await threads(ben).get.query({ threadId })
  expect([left.text, left.name, left.waits, left.posts.map(({ text }) => text)]).toEqual([
    ...['', null, false, ['Friction.']],
  ])
})
