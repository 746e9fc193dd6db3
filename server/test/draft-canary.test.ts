import { expect, test } from 'vitest'
import type { CourseContent } from '../../content/draft.ts'
import { replaceDraft } from '../features/authoring/drafts/replace-draft.ts'
import { givenWritten, writerOf } from '../features/authoring/drafts/test-support.ts'
import { publishDraft } from '../features/authoring/versions/publish-draft.ts'
import { enrollLearner } from '../features/learning/enrollments/enroll-learner.ts'
import { describeApi } from '../http/openapi/openapi.ts'
import { type Api, forAllTests, startApi } from './api.ts'
import { givenTeam } from './authoring.ts'
import { crawlerOf } from './crawl.ts'
import { courseContent, type GivenUser } from './given.ts'
import type { GivenValues } from './hostile-inputs.ts'
import { downloadText, printerForAllTests } from './printing.ts'

/*
 * Checks that a draft reaches only those who work on the course: each of its fields holds a word
 * that is then looked for in every answer that a stranger and learners get.
 */
const canary = /zqx-?canary/i
const { printer, isAvailable } = await printerForAllTests()
const logLines: string[] = []
const api = await forAllTests(startApi({ printer, logLines }))

/** A draft of the course with the word in every field. */
function canaryContent(content: CourseContent): CourseContent {
  const [section] = content.sections
  const [first, ...others] = section?.lessons ?? []
  if (first === undefined) throw new Error('The course has no lessons.')
  return {
    ...content,
    title: 'zqxcanary title',
    summary: 'zqxcanary summary',
    language: 'en',
    license: 'zqxcanary license',
    source: 'https://example.org/zqxcanary-source',
    sections: [
      {
        title: 'zqxcanary section',
        lessons: [
          { ...first, title: 'zqxcanary lesson', content: 'zqxcanary text [x](lesson-2.md).' },
          ...others,
          {
            ...first,
            key: 'zqxcanary-key',
            formerKeys: ['zqxcanary-former'],
            title: 'Another zqxcanary lesson',
            preview: true,
            content: 'More zqxcanary text.',
          },
          {
            ...first,
            key: 'zqxcanary-video',
            title: 'A zqxcanary video',
            type: 'video',
            preview: true,
            content: '',
            details: {
              video: {
                sources: [{ url: 'https://videos.example.org/zqxcanary.webm' }],
                poster: null,
                captions: [],
                seconds: 60,
                transcript: 'What zqxcanary says.',
              },
              prerequisites: ['zqxcanary-key'],
            },
          },
        ],
      },
    ],
  }
}

async function givenDrafts() {
  const course = await givenWritten(api)
  const { courseId, owner } = course
  // Only learners of older versions read what its author says about a version; here are none.
  const writer = writerOf(api, owner, course)
  const begun = await writer.patch('lesson-3', (await writer.get()).revision, { minutes: 6 })
  await publishDraft(api.deps, {
    courseId,
    revision: begun.body.draftRevision,
    baseVersion: 1,
    note: 'zqxcanary note',
  })
  const content = canaryContent(courseContent({ slug: course.slug }))
  await replaceDraft(api.deps, { courseId, content, baseVersion: 2, managedBy: 'http' })

  const unpublished = await givenTeam(api, {
    slug: 'zqxcanary-slug',
    title: 'zqxcanary title',
    summary: 'zqxcanary summary',
  })
  const other = writerOf(api, unpublished.author, unpublished)
  await other.post(1, { key: 'zqxcanary-key', title: 'zqxcanary', content: 'zqxcanary' })
  return { course, unpublished }
}

/** Writes the word over HTTP, also in ways that are refused, for the log to tell. */
async function writeMore(course: Awaited<ReturnType<typeof givenDrafts>>['course']) {
  const writer = writerOf(api, course.author, course)
  const { revision } = await writer.get()
  const answers = [
    await writer.patch('zqxcanary-key', revision, { title: 'zqxcanary', content: 'zqxcanary' }),
    await writer.patch('zqxcanary-key', revision - 1, { content: 'zqxcanary' }),
    await writer.patch('zqxcanary-key', revision, { title: 'zqxcanary\0' }),
    await writer.put(revision + 1, [{ title: 'zqxcanary', lessons: ['zqxcanary-nothing'] }]),
    await writer.post(revision + 1, { key: 'zqxcanary-key', title: 'zqxcanary' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 412, 400, 400, 409])
}

const { course, unpublished } = await givenDrafts()
const { courseId } = course
const learner = await api.given.learner()
const [enrolled, graduate] = [await api.given.learner(), await api.given.learner()]
for (const { email } of [enrolled, graduate])
  await enrollLearner(api.deps, { email, idOrSlug: course.slug })
await writeMore(course)
const outline = await api.as(enrolled).courses.get.query({ idOrSlug: course.slug })
const lessonIds = outline.sections.flatMap(({ lessons }) => lessons.map(({ id }) => id))
// Completed while the draft is open.
for (const lessonId of lessonIds)
  await api.as(graduate).progress.update.mutate({ lessonId, completed: true })
const certificate = await api.as(graduate).certificates.issue.mutate({ courseId })

const { components } = describeApi('http://lyceum.test')
const crawl = crawlerOf(api)
const given: GivenValues = {
  schemas: components.schemas,
  known: {
    email: [learner.email, enrolled.email],
    password: [learner.password],
    currentPassword: [learner.password],
    courseId: [courseId, unpublished.courseId],
    courseIds: [courseId, unpublished.courseId],
    lessonId: lessonIds,
    id: [...lessonIds, courseId, unpublished.courseId],
    idOrSlug: [course.slug, courseId, unpublished.courseId],
    key: ['lesson-1', 'lesson-2'],
    userId: [enrolled.id, graduate.id],
    code: [certificate.verificationCode],
    number: [1, 2, 3],
    version: [1, 2, 3],
  },
}
const withCanaries: GivenValues = {
  ...given,
  known: {
    ...given.known,
    key: ['zqxcanary-key', 'zqxcanary-former'],
    idOrSlug: [unpublished.slug, unpublished.courseId, courseId],
  },
}

const people: Record<string, GivenUser | undefined> = {
  'a stranger': undefined,
  'a learner': learner,
  'an enrolled learner': enrolled,
  'a graduate': graduate,
}

test.each(Object.keys(people))(
  '%s finds nothing of a draft, whatever is asked for',
  async (name) => {
    const answers = [
      ...(await crawl(people[name], given)),
      // The log would hold what the request itself says.
      ...(await withoutLog(() => crawl(people[name], withCanaries, /\{(key|idOrSlug)\}/))),
    ]

    const found = answers.filter(({ text }) => canary.test(text))
    expect(found.map(({ place, text }) => [place, text.slice(0, 500)])).toEqual([])
    expect(answers.filter(({ status }) => status >= 500).map(({ place }) => place)).toEqual([])
    const answered = new Set(
      answers.filter(({ status }) => status < 300).map(({ place }) => place.split('/').at(-1)),
    )
    // Checks that the crawl gets somewhere.
    expect(answered.size).toBeGreaterThan(name === 'a stranger' ? 5 : 25)
  },
  180_000,
)

async function withoutLog<Result>(action: () => Promise<Result>): Promise<Result> {
  const before = logLines.length
  const result = await action()
  logLines.length = before
  return result
}

test.runIf(isAvailable)(
  'a certificate that is made while a draft is open shows what was learnt',
  async () => {
    const text = await downloadText(api, certificate.certificateUrl)
    expect(text).toContain('Acourseaboutsomething')
    expect(text).not.toMatch(canary)
  },
)

test('no mail and no line of the log holds anything of a draft', async () => {
  await expect.poll(() => api.mails.length).toBeGreaterThan(0)

  const team = [course, unpublished].flatMap(({ owner, author, reviewer }) => [
    owner,
    author,
    reviewer,
  ])
  const members = team.map(({ email }) => email)
  const toOthers = api.mails.filter(({ to }) => !members.includes(to))
  expect(toOthers.filter((mail) => canary.test(JSON.stringify(mail)))).toEqual([])
  expect(logLines.length).toBeGreaterThan(100)
  expect(logLines.filter((line) => canary.test(line))).toEqual([])
})

test('those who work on the course do find it', async () => {
  const { author } = course
  expect(await textOf(api, author, `/api/v1/authoring/courses/${courseId}/draft`)).toMatch(canary)
})

async function textOf({ request }: Api, { token }: GivenUser, path: string): Promise<string> {
  return (await request(`GET ${path}`, { token })).text
}
