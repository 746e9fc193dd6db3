import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCourseFolder } from '../../books/folder/course-folder.ts'
import { realCourse } from '../../books/test/real-courses.ts'
import { forAllTests, startApi } from './api.ts'
import { travel } from './journey.ts'
import { downloadText, printedWords, printerForAllTests } from './printing.ts'

const { printer, isAvailable } = await printerForAllTests()
const api = await forAllTests(startApi({ printer }))

const demo = new URL('../demo/', import.meta.url).pathname
const printing = isAvailable ? '' : ' (without its PDF: there is no browser here)'

const journeys = [
  {
    path: `${demo}free/first-hour-with-the-api`,
    isHere: true,
    whySkipped: '',
    lessons: 8,
    amount: 0,
  },
  {
    path: `${demo}paid/building-a-course-player`,
    isHere: true,
    whySkipped: '',
    lessons: 9,
    amount: 2900,
  },
  { ...realCourse('git-novice'), lessons: 14, amount: 0 },
  { ...realCourse('security-101'), lessons: 32, amount: 4900 },
]

describe(`from registration to a certificate that verifies${printing}`, () => {
  for (const { path, isHere, whySkipped, lessons, amount } of journeys) {
    const name = basename(path)
    test.skipIf(!isHere)(`a learner takes the course ${name}${whySkipped}`, async () => {
      const { course: content } = await readCourseFolder(path)
      expect(content.sections.flatMap((section) => section.lessons)).toHaveLength(lessons)
      expect(content.price.amount).toBe(amount)

      const { certificate } = await travel(api, content, `ada.lovelace.${name}@example.com`)

      // A name guessed from the email has no digits.
      const learner = `Ada Lovelace ${name.replaceAll('-', ' ')}`
        .replace(/ \d+/g, '')
        .replace(/\b\w/g, (letter) => letter.toUpperCase())
      expect(certificate).toMatchObject({
        learnerName: learner,
        courseTitle: content.title,
        // A busy machine is still printing it.
        pdf: isAvailable ? expect.stringMatching(/^(?:ready|pending)$/) : 'unavailable',
      })
      if (!isAvailable) return
      const date = new Intl.DateTimeFormat(content.language, {
        dateStyle: 'long',
        timeZone: 'UTC',
      }).format(new Date(certificate.completedOn))
      const text = await downloadText(api, certificate.certificateUrl)
      for (const words of printedWords(learner, content.title, date, certificate.verificationCode))
        expect(text).toContain(words)
    })
  }
})
