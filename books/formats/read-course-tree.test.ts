import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FILES } from '../folder/test-support.ts'
import { courseFormats } from './formats.ts'
import { mistakesOf, readTree } from './test-support.ts'

const BOOK = {
  'book.toml': '[book]\ntitle = "Ropes"\n',
  'src/SUMMARY.md': '- [Bowline](bowline.md)\n',
  'src/bowline.md': '# The bowline\n\nA loop.\n',
}

test('the format is that of the files at the top', async () => {
  expect((await readTree(FILES)).course.slug).toBe('knots')
  expect((await readTree(BOOK)).course.slug).toBe('ropes')
})

test('of several formats the first is read, and the others are told', async () => {
  const { course, warnings } = await readTree({ ...FILES, ...BOOK })

  expect(course.slug).toBe('knots')
  expect(warnings[0]).toContain('this is read as lyceum, and could be mdbook: choose the format')
})

test('a format that is named is read, whatever else is there', async () => {
  const { course } = await readTree({ ...FILES, ...BOOK }, { format: 'mdbook' })

  expect(course.slug).toBe('ropes')
})

test('a folder without a course lists what was looked for, and where courses lie', async () => {
  const inner = Object.entries(BOOK).map(([name, text]) => [`docs/${name}`, text] as const)
  const [mistake] = await mistakesOf(Object.fromEntries(inner))

  expect(mistake).toContain('course.yaml or program.yaml (lyceum), book.toml (mdbook)')
  expect(mistake).toContain(
    'found: 2 .md, 1 other file; choose the folder of one course, like "docs"',
  )
})

test.each([
  ['is nearest to what its files remind of', { 'src/SUMMARY.md': '' }, 'the nearest is mdbook'],
  ['has none, if nothing reminds of any', { 'a.tex': '', 'b.txt': '' }, 'add a course.yaml'],
])('a folder of no format %s', async (_, tree: Record<string, string>, advice) => {
  expect((await mistakesOf(tree))[0]).toContain(advice)
})

test('a course in a folder does not reach the files around it', async () => {
  const inner = Object.entries(FILES).map(([name, text]) => [`course/${name}`, text] as const)
  const mistakes = await mistakesOf(
    {
      ...Object.fromEntries(inner),
      'course/course.yaml': FILES['course.yaml'].replace('more/02-hitch.md', '../secret.md'),
      'secret.md': '# Secret\n\nOutside.\n',
    },
    { folder: 'course' },
  )

  expect(mistakes).toEqual([
    'course/course.yaml:10: the file "../secret.md" is outside the course\'s folder: ' +
      'move it into the folder',
  ])
})

test('a folder outside of the repository is refused', async () => {
  const mistakes = await mistakesOf(BOOK, { folder: '../other' })

  expect(mistakes).toEqual(['../other: this folder lies outside of the course: name one inside it'])
})

test('the documentation lists every format, in the order in which they are looked for', () => {
  const page = readFileSync('docs/formats.md', 'utf8')

  const listed = [...page.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name)
  expect(listed).toEqual(courseFormats.map(({ name }) => name))
})
