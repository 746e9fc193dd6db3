import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lessonTypeNames, lessonTypes } from '../../content/lessons/lesson-type-names.ts'
import { password } from '../../server/test/given.ts'
import { ask } from '../support/ask.ts'
import { rowsOf } from '../support/database.ts'
import { say } from '../support/say.ts'

const head = (slug: string) =>
  `slug: ${slug}\ntitle: ${slug}\nsummary: A course.\nlanguage: en\n` +
  'price: { amount: 0, currency: USD }\n'
const files = {
  'of-each-type/course.yaml': `${head('of-each-type')}honesty: watched
sections:
  - title: All
    lessons:
      - { file: text.md, minutes: 5 }
      - { file: quiz.md, minutes: 5 }
      - { file: assignment.md, minutes: 5 }
      - { file: file.md, minutes: 5, type: file, document: { file: sheet.txt } }
      - { type: link, key: link, title: Link, minutes: 5, link: { url: "https://example.org" } }
      - file: video.md
        minutes: 5
        type: video
        video: { sources: [{ url: "https://example.org/video.mp4" }], seconds: 100 }
`,
  'of-each-type/text.md': '# Text\n\nWords.\n',
  'of-each-type/file.md': '# File\n\nWords.\n',
  'of-each-type/sheet.txt': 'Words.\n',
  'of-each-type/video.md': '# Video\n\nWords.\n',
  'of-each-type/quiz.md':
    '---\ntype: quiz\ntitle: Quiz\n---\n\n## Which?\n\n- [x] One\n- [ ] Two\n',
  'of-each-type/assignment.md': '---\ntype: assignment\ntitle: Assignment\n---\n\nTie one.\n',
  'of-courses/program.yaml': `${head('of-courses')}courses: [{ course: of-each-type }]\n`,
}
const slugs = ['of-each-type', 'of-courses']

/** The learner who asks an old server for everything that it does not know. */
export const tempted = 'tempted@example.com'

/** Publishes a course with a lesson of each type, and a program that contains it. */
export async function publishEachType(
  folder: string,
  runCommand: (args: string[]) => Promise<string>,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  for (const slug of slugs) {
    await runCommand(['course', 'import', join(folder, slug)])
    await runCommand(['enroll', tempted, slug])
  }
}

/** Reports each lesson complete to a server of the previous release; returns what it gave away. */
export async function takeTheirWord(server: string, database: string): Promise<string[]> {
  const lessons = await rowsOf<{ id: string; key: string; type: keyof typeof lessonTypes }>(
    database,
    `select l.id, l.key, l.type from lesson_revisions l join courses c on c.id = l.course_id
     where c.slug = any($1) order by l.type`,
    [slugs],
  )
  const missing = lessonTypeNames.filter((name) => !lessons.some(({ type }) => type === name))
  const failures = missing.map((type) => `there is no lesson of the type ${type} to complete`)
  const login = await ask(server, 'POST /api/v1/auth/login', { body: { email: tempted, password } })
  const { token } = JSON.parse(login.text)
  for (const { id: lessonId, key, type } of lessons) {
    const body = { lessonId, completed: true }
    const { status } = await ask(server, 'POST /api/progress/update', { token, body })
    const [kept] = await rowsOf<{ done: boolean }>(
      database,
      `select completed_at is not null as done from lesson_progress p
       join users u on u.id = p.user_id where u.email = $1 and p.lesson_key = $2`,
      [tempted, key],
    )
    const isDone = kept?.done === true
    say(`${type}, reported as completed to the release before`, `${status}, completed: ${isDone}`)
    if (status !== 200) failures.push(`a report of a lesson of type ${type} was answered ${status}`)
    if (isDone !== (lessonTypes[type].completesBy === 'report'))
      failures.push(`a lesson of type ${type} is ${isDone ? 'given away' : 'not completed'}`)
  }
  const certified = await rowsOf(
    database,
    `select from certificates c join users u on u.id = c.user_id where u.email = $1`,
    [tempted],
  )
  return certified.length > 0 ? [...failures, 'a certificate was given away'] : failures
}
