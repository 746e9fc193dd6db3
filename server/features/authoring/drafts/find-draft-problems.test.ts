import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { termsOf } from '../../../../content/course-fields.ts'
import type { DraftContent, DraftedLesson } from '../../../../content/draft.ts'
import { findDraftProblems } from './find-draft-problems.ts'

const lesson = (key: string, fields: Partial<DraftedLesson> = {}): DraftedLesson => ({
  key,
  formerKeys: [],
  title: `About ${key}`,
  type: 'text',
  minutes: 5,
  required: true,
  preview: false,
  details: null,
  bodySha256: null,
  content: `Text of ${key}.`,
  revision: 1,
  ...fields,
})

async function problemsOf(
  sections: DraftContent['sections'],
  publishedFormerKeys: DraftContent['publishedFormerKeys'] = [],
  files: DraftContent['files'] = {},
) {
  const review = {
    requestedBy: null,
    requestedAt: null,
    approvedBy: null,
    approvedAt: null,
    approvedRevision: null,
  }
  const problems = await findDraftProblems({
    courseId: '019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02',
    revision: 1,
    baseVersion: 1,
    terms: termsOf({ title: 'Title', summary: 'Summary', language: 'en' }),
    sections,
    files,
    writers: [],
    review,
    publishedFormerKeys,
  })
  return problems.map(({ severity, path, message }) => `${severity} ${path}: ${message}`)
}

const course = (...lessons: DraftedLesson[]) => [{ title: 'All', lessons }]

test('a course with something to read has no problems', async () => {
  expect(await problemsOf(course(lesson('a'), lesson('b', { required: false })))).toEqual([])
  const published = lesson('a', { content: null, bodySha256: 'f'.repeat(64) })
  expect(await problemsOf(course(published))).toEqual([])
})

test('nothing empty is published', async () => {
  const nothing = ['error sections: The course has no lessons: add one, or discard the draft.']
  expect(await problemsOf([])).toEqual(nothing)
  expect(await problemsOf([{ title: 'Empty', lessons: [] }])).toEqual(nothing)
  expect(
    await problemsOf([...course(lesson('a', { content: ' \n' })), { title: 'Empty', lessons: [] }]),
  ).toEqual([
    'error sections.1: The section has no lessons: add one, or leave it out.',
    'error lessons.a.content: The lesson has no text: write it.',
  ])
})

test('a key stands for one lesson', async () => {
  expect(
    (await problemsOf(course(lesson('a', { formerKeys: ['b'] }), lesson('b')))).map(
      (problem) => problem.split(':')[0],
    ),
  ).toEqual(['error lessons.a.formerKeys.0', 'error lessons.b.key'])
  const renamed = { key: 'b', formerKey: 'a', wasJoined: false }
  expect(await problemsOf(course(lesson('a')), [renamed])).toEqual([
    'error lessons.a.key: The key was the key of the lesson b: choose another.',
  ])
  expect(await problemsOf(course(lesson('a', { formerKeys: ['b'] })), [renamed])).toEqual([])
  expect(await problemsOf(course(lesson('a')), [{ ...renamed, wasJoined: true }])).toEqual([])
})

test('errors come first, then what may be meant', async () => {
  const optional = { required: false, title: 'The same' }
  expect(
    await problemsOf(course(lesson('a', optional), lesson('b', { ...optional, content: '' }))),
  ).toEqual([
    'error lessons.b.content: The lesson has no text: write it.',
    'warning sections: No lesson is required, so each of them counts: learners must complete all.',
    'warning lessons.b.title: The lesson a has the same title: learners cannot tell them apart.',
  ])
})

test('links that lead to no lesson and pictures that will be missing are named by their line', async () => {
  const content = [
    'See [b](b.md#part), [b](./b.md), [top](#top), [out](https://example.org/c.md), [page](/terms).',
    '',
    'Not [c](c.md), [d](d/b.md) nor ![plan](images/plan.png), but ![far](https://example.org/x.png).',
    '`[code](nothing.md)`',
    '{{#include list.txt}}',
  ].join('\n')
  expect(await problemsOf(course(lesson('a', { content }), lesson('b')))).toEqual([
    'warning lessons.a.content: Line 3: c.md is no lesson of this course: link to one by its key, ' +
      'such as a-typed-client.md.',
    'warning lessons.a.content: Line 3: d/b.md is no lesson of this course: link to one by its ' +
      'key, such as a-typed-client.md.',
    'warning lessons.a.content: Line 3: images/plan.png is a picture that the course does not ' +
      'have: upload it under this path, or correct it.',
    'warning lessons.a.content: Line 5: {{#include list.txt}} includes another file, which does ' +
      'not happen: put the text here.',
  ])
})

test('a text full of dead links names its first ones', async () => {
  const content = '[x](nowhere.md)\n'.repeat(60_000)
  const found = await problemsOf(course(lesson('a', { content }), lesson('b', { content })))
  expect(found).toHaveLength(40)
  expect(found[19]).toMatch(/^warning lessons\.a\.content: Line 20: nowhere\.md/u)
})

test('files of the course are no problem, wherever a lesson names them; others are', async () => {
  const files = { 'img/plan.png': 'a'.repeat(64), 'tie a.pdf': 'b'.repeat(64) }
  const content = [
    '![plan](./img/plan.png "A plan"), [sheet](tie%20a.pdf#page=2), <img src="img/plan.png">',
    '![gone](img/gone.png), [lost](lost.pdf), [up](../plan.png), [own](constructor)',
  ].join('\n')
  expect(await problemsOf(course(lesson('a', { content })), [], files)).toEqual([
    'warning lessons.a.content: Line 2: img/gone.png is a picture that the course does not have: ' +
      'upload it under this path, or correct it.',
    ...['lost.pdf', '../plan.png', 'constructor'].map(
      (path) =>
        `warning lessons.a.content: Line 2: ${path} is a file that the course does not have: ` +
        'upload it under this path, or correct it.',
    ),
  ])
})

test('a lesson that shows a file, a page or a video needs no text, but what it shows', async () => {
  const video = {
    sources: [{ file: 'knot.webm' }, { url: 'https://example.org/knot.mp4' }],
    poster: null,
    captions: [{ language: 'en', label: null, file: 'knot.vtt' }],
    seconds: 60,
    transcript: null,
  }
  const lessons = [
    lesson('a', { content: '', type: 'file', details: { file: { file: 'sheet.pdf' } } }),
    lesson('b', { content: '', type: 'link', details: { link: { url: 'https://example.org' } } }),
    lesson('c', { content: '', type: 'video', details: { video } }),
    lesson('d', { content: '', type: 'file' }),
    lesson('e', { content: '', type: 'video' }),
  ]
  const files = { 'sheet.pdf': 'a'.repeat(64), 'knot.webm': 'b'.repeat(64) }
  expect(await problemsOf(course(...lessons), [], files)).toEqual([
    'error lessons.d.file: The lesson shows nothing: give it its `file`.',
    'error lessons.e.content: The lesson has no text: write it.',
    'error lessons.c.video: The course has no file knot.vtt: upload it under this path, or name a ' +
      'different one.',
  ])
})

test('a dead link in a question stops no more than one in a text', async () => {
  const questions = [{ key: 'q', revision: 'asked before', points: 1 }]
  const quiz = { pools: [{ title: null, take: null, questions }], files: ['gone.md'] }
  const lessons = [lesson('a', { content: '', type: 'quiz', details: { quiz } })]
  expect(await problemsOf(course(...lessons))).toEqual([
    'warning lessons.a.quiz: The course has no file gone.md: upload it under this path, or name a ' +
      'different one.',
  ])
})

test('a text whose link would run in a browser is not published', async () => {
  const content = 'Read [this](https://example.org).\n\n[a](java&#115;cript:alert(1))'
  expect((await problemsOf(course(lesson('a', { content }))))[0]).toBe(
    'error lessons.a.content: Line 3: "java&#115;cript:alert(1)" would run in a browser: link to an ' +
      'https URL instead.',
  )
})

test('a published lesson without a text is not left without what it showed', async () => {
  const bare = { content: null, bodySha256: createHash('sha256').update('').digest('hex') }
  const page = { link: { url: 'https://example.org' } }
  const lessons = [
    lesson('a', { ...bare, type: 'video' }),
    lesson('b', { ...bare, type: 'text' }),
    lesson('c', { ...bare, type: 'link', details: page }),
    lesson('d', { type: 'file' }),
  ]
  expect(await problemsOf(course(...lessons))).toEqual([
    'error lessons.a.content: The lesson has no text: write it.',
    'error lessons.b.content: The lesson has no text: write it.',
    'error lessons.d.file: The lesson shows nothing: give it its `file`.',
  ])
})

test('a transcript is looked at like a text, also beside a text that was not rewritten', async () => {
  const transcript = [
    'As in [b](b.md), not [c](c.md) and ![gone](img/gone.png).',
    '[run](javascript:alert(1))',
  ].join('\n')
  const sources = [{ url: 'https://example.org/knot.mp4' }]
  const video = { sources, poster: null, captions: [], seconds: null, transcript }
  const published = { content: null, bodySha256: 'f'.repeat(64) }
  const watched = lesson('a', { ...published, type: 'video', details: { video } })
  expect(await problemsOf(course(watched, lesson('b')))).toEqual([
    'error lessons.a.video.transcript: Line 2: "javascript:alert(1)" would run in a browser: link ' +
      'to an https URL instead.',
    'warning lessons.a.video.transcript: Line 1: c.md is no lesson of this course: link to one by ' +
      'its key, such as a-typed-client.md.',
    'warning lessons.a.video.transcript: Line 1: img/gone.png is a picture that the course does ' +
      'not have: upload it under this path, or correct it.',
  ])
})
