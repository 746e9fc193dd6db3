import { expect, test } from 'vitest'
import { findReferences } from '../../content/markdown/references.ts'
import { formatProblem } from '../reading/course-folder-error.ts'
import { readCourseFolder } from './course-folder.ts'
import { courseFolder, FILES } from './test-support.ts'

async function warningsAbout(changes: Record<string, string>): Promise<string[]> {
  await using folder = await courseFolder({ ...FILES, ...changes })
  const { warnings } = await readCourseFolder(folder.path)
  return warnings.map((warning) => formatProblem(warning).replace(`${folder.path}/`, ''))
}

test('content that learners cannot reach is reported with file and line, and stops nothing', async () => {
  const lesson = [
    '---',
    'title: The hitch',
    '---',
    '![A post](fig/post.svg){alt="A post"}',
    'See [the bowline](../01-bowline.md#use), [the reef](reef.md) and [rules](../LICENSE.md).',
    '',
    '```c',
    '{{#include ../knot.c}}',
    '```',
    '<img width="40" src="fig/none.png">',
    '[sheet]: sheet%20bend.md "The sheet bend"',
  ].join('\n')

  expect(
    await warningsAbout({
      'more/02-hitch.md': lesson,
      'more/fig/post.svg': '<svg/>',
      'LICENSE.md': 'MIT',
    }),
  ).toEqual([
    'more/02-hitch.md:5: dead link: the course\'s folder has no file "more/reef.md"; correct or remove it',
    'more/02-hitch.md:5: dead link: "LICENSE.md" is not a lesson of this course; link to an https URL instead',
    'more/02-hitch.md:8: "{{#include ../knot.c}}" is not resolved: replace it with the text it stands for',
    'more/02-hitch.md:10: dead picture: the course\'s folder has no file "more/fig/none.png"; correct or remove it',
    'more/02-hitch.md:11: dead link: the course\'s folder has no file "more/sheet bend.md"; correct or remove it',
  ])
})

test('references that lead elsewhere, are in code or in a comment, or are escaped are not reported', async () => {
  const lesson = [
    '# The bowline',
    '',
    '[a](https://example.com/a.md) [b](mailto:a@example.com) [c](//example.com) [d](#use) [e](/terms)',
    '`[f](none.md)` and ``[g](`none`.md)``, \\{{#if}} too',
    '```md',
    '![h](none.png)',
    '```',
    '<!-- [i](none.md)',
    '[j](none.md) -->',
    '[k](./more/02-hitch.md "The hitch")',
  ].join('\n')

  expect(await warningsAbout({ '01-bowline.md': lesson })).toEqual([])
})

test('links to the files of lessons become links by their keys, wherever the files are', async () => {
  await using folder = await courseFolder({
    ...FILES,
    '01-bowline.md':
      '# A\n\n[b](more/02-hitch.md#use) `[c](more/02-hitch.md)` ![d](more/02-hitch.md)',
    'more/02-hitch.md': '# B\n\nSee [a](../01-bowline.md "A"), [this](02-hitch.md), [c](none.md).',
  })

  const { course } = await readCourseFolder(folder.path)

  expect(course.sections[0]?.lessons.map(({ content }) => content)).toEqual([
    '[b](02-hitch.md#use) `[c](more/02-hitch.md)` ![d](more/02-hitch.md)',
    'See [a](01-bowline.md "A"), [this](02-hitch.md), [c](none.md).',
  ])
})

test('a link never reaches out of the folder', async () => {
  expect(await warningsAbout({ '01-bowline.md': '# A\n\n[b](../../../etc/passwd)' })).toEqual([
    '01-bowline.md:3: dead link: the course\'s folder has no file "../../../etc/passwd"; correct or remove it',
  ])
})

test.each([
  ['a link around a picture', '[![x](a.png)](b.md)', ['picture a.png', 'link b.md']],
  ['a URL in angle brackets', '[x](<a b.md>)', ['link a b.md']],
  ['parentheses within a URL', '([x](a_(b).md))', ['link a_(b).md']],
  ['link text with brackets', '![x [y] z](a.png)', ['picture a.png']],
  ['an address with a bracket', '[![x](x].png)](b.md)', ['picture x].png', 'link b.md']],
  ['a formula', '$[a](b.md)$ [c](d.md)', ['link d.md']],
  ['a backtick without its partner', 'a ` b [x](a.md)\n\n` c', ['link a.md']],
])('%s is understood', (_, markdown, expected) => {
  expect(findReferences(markdown).map(({ kind, target }) => `${kind} ${target}`)).toEqual(expected)
})

test.each(['](a', '[', '`', '``` `` ` ', '![', '<a ', '{{#', '](a "', '<img src="'])(
  'a megabyte of %j is read in a few seconds',
  (part) => {
    const start = performance.now()
    findReferences(part.repeat(1_000_000 / part.length))
    expect(performance.now() - start).toBeLessThan(4000)
  },
)
