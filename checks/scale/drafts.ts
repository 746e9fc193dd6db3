import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../server/context.ts'
import { createCourse } from '../../server/features/authoring/courses/create-course.ts'
import { replaceDraft } from '../../server/features/authoring/drafts/replace-draft.ts'
import { publishDraft } from '../../server/features/authoring/versions/publish-draft.ts'
import { longCourseOf, madeLesson } from '../bench/school.ts'
import { numberAfter } from '../bench/setting.ts'
import { timesOf } from '../bench/times.ts'
import { ask, askFor } from '../support/ask.ts'
import { openPlace } from '../support/place.ts'
import { report, say } from '../support/say.ts'
import { judge, type Scale } from './judge.ts'

/*
 * Reads the draft of a long course, and saves its lessons from two tabs as editors do, for
 * `--minutes 10`. Fails when a text is lost unseen, too.
 */
const minutes = numberAfter('--minutes', 10)
const reads = 200
const pauseMilliseconds = 100
const text = 'A paragraph of Markdown that says something worth knowing. '.repeat(150)

interface Read {
  revision: number
  content: string
}

/** Sends a request of the author; the route is that below the draft. */
interface Author {
  read(path?: string): Promise<Read>
  /** The status of the answer. */
  save(path: string, revision: number, body: object): Promise<number>
}

async function writeCourse(deps: Deps, ownerEmail: string, lessons: number): Promise<string> {
  const content = longCourseOf(
    Array.from({ length: lessons }, (_, number) => ({
      ...madeLesson(number),
      content: `Lesson ${number}: ${text}`,
    })),
  )
  const { sections: _, ...terms } = content
  const { id: courseId } = await createCourse(deps, { ...terms, ownerEmail })
  const draft = { courseId, content, baseVersion: null, managedBy: 'http' as const }
  const { revision } = await replaceDraft(deps, draft)
  await publishDraft(deps, { courseId, revision, baseVersion: null })
  return courseId
}

/** Lets an author work at a server on a course of so many lessons. */
async function withAuthor({ rows }: Scale, work: (author: Author) => Promise<void>): Promise<void> {
  await using place = await openPlace('drafts')
  const { email, token } = await place.given.learner()
  const courseId = await writeCourse(place.deps, email, rows)
  await place.deps.db.execute('vacuum analyze')
  const { url } = await place.startServer()
  const draft = `/api/v1/authoring/courses/${courseId}/draft`
  await work({
    read: (path = '') => askFor(url, `GET ${draft}${path}`, { token }),
    save: async (path, revision, body) => {
      const headers = { 'if-match': `"r${revision}"` }
      return (await ask(url, `PATCH ${draft}${path}`, { token, body, headers })).status
    },
  })
}

async function openDraft({ read, save }: Author): Promise<void> {
  const { revision } = await read()
  const status = await save('/lessons/lesson-3', revision, { minutes: 6 })
  if (status !== 200) throw new Error(`The draft answered ${status}.`)
}

export function readDraft(scale: Scale): Promise<void> {
  return withAuthor(scale, async (author) => {
    const read = () => author.read()
    await timesOf(reads, read)
    judge('read, no draft open', await timesOf(reads, read), scale)
    await openDraft(author)
    judge('read a draft', await timesOf(reads, read), scale)
  })
}

/**
 * A tab that saves a lesson of its own and then one that both tabs have open: there it adds a mark
 * to the text that it has read, and reads again when it is refused.
 */
async function keepSaving({ read, save }: Author, name: string, until: number) {
  const tab = { times: [] as number[], marks: [] as string[], refused: 0 }
  async function timed(path: string, revision: number, content: string): Promise<number> {
    const began = performance.now()
    const status = await save(path, revision, { content })
    tab.times.push(performance.now() - began)
    return status
  }
  for (let count = 0; Date.now() < until; count += 1) {
    const path = `/lessons/lesson-${name}`
    const saved = await timed(path, (await read(path)).revision, `Save ${count}. ${text}`)
    if (saved !== 200) throw new Error(`A tab of its own lesson got ${saved}.`)

    const shared = await read('/lessons/lesson-0')
    const mark = `${name}-${count}`
    const content = `${shared.content}\n${mark}`
    const added = await timed('/lessons/lesson-0', shared.revision, content)
    if (added === 200) tab.marks.push(mark)
    else if (added === 412) tab.refused += 1
    else throw new Error(`A tab of the common lesson got ${added}.`)
    await sleep(pauseMilliseconds)
  }
  return tab
}

export function saveDraft(scale: Scale): Promise<void> {
  return withAuthor(scale, async (author) => {
    await openDraft(author)
    const until = Date.now() + minutes * 60_000
    const tabs = await Promise.all(['1', '2'].map((name) => keepSaving(author, name, until)))
    judge(
      'save a lesson, two tabs',
      tabs.flatMap(({ times }) => times),
      scale,
    )
    const { content } = await author.read('/lessons/lesson-0')
    const found = new Set(content.split('\n'))
    const marks = tabs.flatMap((tab) => tab.marks)
    const lost = marks.filter((mark) => !found.has(mark))
    say('refused with DraftChanged', `${tabs.reduce((sum, tab) => sum + tab.refused, 0)}`)
    report(lost.length === 0, 'lost', `${lost.length} of ${marks.length} saves of a common lesson`)
  })
}
