import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { readCourse, readCourseFolder } from '../../../../books/folder/course-folder.ts'
import { complaintsOf, courseFolder } from '../../../../books/folder/test-support.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { publishCourse } from './publish-course.ts'
import { storeReading } from './store-reading.ts'
import { exportCourse } from './zip/export-course.ts'
import { openZip } from './zip/open-zip.ts'

const api = await forAllTests(startApi())

const manifest = `
slug: knots
title: Knots
summary: How to tie them.
language: en
price: { amount: 0, currency: USD }
sections:
  - title: All
    lessons:
      - { file: loops.md, title: Loops }
      - { file: tie-one.md, title: Tie one }
`
const quiz = `---
type: quiz
pass: 75
attempts: 3
minutesAllowed: 20
reveals: after-pass
---

Read [the next one](tie-one.md) first.

## Which knot is this?

![A knot](img/knot.png)

- [x] Bowline
- [ ] Reef knot

> See ![why](img/why.png).

# One of these {take=1}

## How long? {#length}

= 3.14 ± 0.01

## Its name? {#name}

= Bowline | King of knots
`
const assignment = `---
type: assignment
pass: 50
due: 2027-03-01T12:00:00.000Z
rubric:
  - title: It holds
    levels:
      - title: Not at all
        points: 0
      - title: Always
        points: 4
files: 2
fileTypes:
  - image/*
---

Tie a knot, and send a picture of it.
`

const picture = (name: string) =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(name)])
const files = {
  'course.yaml': manifest,
  'loops.md': quiz,
  'tie-one.md': assignment,
  'img/knot.png': picture('knot'),
  'img/why.png': picture('why'),
}

test('quizzes and assignments come from a folder, and go back into the same bytes', async () => {
  await using folder = await courseFolder(files)
  const reading = await readCourseFolder(folder.path)
  expect(reading.warnings).toEqual([])
  expect(reading.files.map(({ path }) => path).toSorted()).toEqual(['img/knot.png', 'img/why.png'])
  await publishCourse(api.deps, (await storeReading(api.deps, reading)).course)
  const course = await findCourse(api.deps.db, { slug: 'knots' })
  const { zip } = await exportCourse(api.deps, { courseId: course?.id ?? '' })
  const exported = await openZip(await buffer(zip), 'a.zip')

  const text = async (name: string) =>
    (await exported.read(name, { maxBytes: 10_000, mention: { file: name, line: 1 } })).toString()
  // Expects files one folder above those of lessons.
  expect(await text('lessons/loops.md')).toBe(quiz.replaceAll('](img/', '](../img/'))
  expect(await text('lessons/tie-one.md')).toBe(assignment)
  const { course: again } = await storeReading(api.deps, await readCourse(exported))
  expect(await publishCourse(api.deps, again)).toMatchObject({ outcome: 'unchanged' })
})

describe('a mistake in a quiz is told with its file and line', () => {
  test.each<[name: string, text: string, complaint: string]>([
    ['loops.md', quiz.replace('pass: 75', 'pass: 101'), 'loops.md:3: pass must be'],
    ['loops.md', quiz.replace('attempts', 'atempts'), 'loops.md:4: '],
    ['loops.md', quiz.replace('[x]', '[ ]'), 'loops.md:11: '],
    ['loops.md', quiz.replace('{take=1}', '{take=3}'), 'loops.md:'],
    [
      'tie-one.md',
      assignment.replace('points: 4', 'points: many'),
      'tie-one.md:11: points must be',
    ],
    ['tie-one.md', assignment.replace('- image/*', '- images'), 'tie-one.md:'],
    ['tie-one.md', '# No type\n\nText', ''],
  ])('%s: %#', async (name, text, complaint) => {
    await using folder = await courseFolder({ ...files, [name]: text })
    if (complaint === '') await readCourseFolder(folder.path)
    else expect(await complaintsOf(folder.path)).toContain(complaint)
  })
})
