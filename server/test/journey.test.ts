import { existsSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { readCourseFolder } from '../features/courses/course-folder.ts'
import { startApi } from './api.ts'
import { travel } from './journey.ts'
import { downloadText, printedWords, startRenderer } from './printing.ts'

const { renderer, isAvailable } = await startRenderer()
const api = await startApi({ renderer })
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await renderer.close()
})

const demo = new URL('../demo/', import.meta.url).pathname
const kept = new URL('../../../shared/content/', import.meta.url).pathname
const printing = isAvailable ? '' : ' (without its PDF: no browser is to be had here)'

const journeys = [
  { folder: `${demo}free/first-hour-with-the-api`, lessons: 7, amount: 0 },
  { folder: `${demo}paid/building-a-course-player`, lessons: 7, amount: 2900 },
  { folder: `${kept}git-novice`, lessons: 14, amount: 0 },
  { folder: `${kept}security-101`, lessons: 32, amount: 4900 },
].map((journey) => ({ ...journey, name: journey.folder.split('/').at(-1) ?? '', exists: existsSync(journey.folder) }))

describe(`from registration to a certificate that verifies${printing}`, () => {
  for (const { folder, name, exists, lessons, amount } of journeys) {
    const missing = exists ? '' : ' (not run: its folder is not here)'
    test.skipIf(!exists)(`a learner takes the course ${name}${missing}`, async () => {
      const content = await readCourseFolder(folder)
      expect(content.sections.flatMap((section) => section.lessons)).toHaveLength(lessons)
      expect(content.price.amount).toBe(amount)

      const { certificate } = await travel(api, content, `ada.lovelace.${name}@example.com`)

      const learner = `Ada Lovelace ${name.replaceAll('-', ' ')}`.replace(/\b\w/g, (letter) => letter.toUpperCase())
      expect(certificate).toMatchObject({ learnerName: learner, courseTitle: content.title, pdf: isAvailable ? 'ready' : 'unavailable' })
      if (!isAvailable) return
      const date = new Intl.DateTimeFormat(content.language, { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(certificate.completedOn),
      )
      const text = await downloadText(api, certificate.certificateUrl)
      for (const words of printedWords(learner, content.title, date, certificate.verificationCode)) expect(text).toContain(words)
    })
  }

  test('both demo courses are there, a free and a paid one', () => {
    expect(journeys.slice(0, 2).map(({ exists }) => exists)).toEqual([true, true])
  })
})
