import { expect, test } from 'vitest'
import { courseFolder } from '../../folder/test-support.ts'
import { openFolder } from '../../reading/course-files.ts'
import { CourseFolderError } from '../../reading/course-folder-error.ts'
import { readHuggingFace } from './read-huggingface.ts'

const toctree = [
  '- title: 1. Bread',
  '  sections:',
  '  - local: chapter1/1',
  '    title: What bread is',
  '  - local: chapter1/2',
  '    title: Dough',
  '    local_fw: { pt: chapter1/2, tf: chapter1/2_tf }',
  '- title: 2. Ovens',
  '  sections:',
  '  - local: chapter2/1',
  '    title: Heat',
  '    quiz: 2',
].join('\n')

const files = {
  'README.md': '# The baking course\n\nHow to bake.\n',
  'chapters/en/_toctree.yml': toctree,
  'chapters/en/chapter1/1.mdx': '# What bread is[[what-bread-is]]\n\nFlour and water.\n',
  'chapters/en/chapter1/2.mdx': '# Dough\n\nKnead it.\n',
  'chapters/en/chapter1/2_tf.mdx': '# Dough by machine\n\nSwitch it on.\n',
  'chapters/en/chapter2/1.mdx': '# Heat\n\nTurn it up.\n',
}

async function read(
  changes: Record<string, string>,
  options: { language?: string } = {},
): ReturnType<typeof readHuggingFace> {
  await using folder = await courseFolder({ ...files, ...changes })
  const reading = await readHuggingFace(await openFolder(folder.path), { folder: '', ...options })
  for (const warning of reading.warnings) warning.file = warning.file.replace(`${folder.path}/`, '')
  return reading
}

async function lessonOf(mdx: string, changes: Record<string, string> = {}) {
  const { course, warnings } = await read({ 'chapters/en/chapter1/1.mdx': mdx, ...changes })
  const lesson = course.sections[0]?.lessons[0]
  return {
    ...lesson,
    warnings: warnings.map(({ file, line, message }) => `${file}:${line}: ${message}`),
  }
}

async function complaintsAbout(changes: Record<string, string>): Promise<string> {
  const refusal: unknown = await read(changes).catch((error: unknown) => error)
  if (!(refusal instanceof CourseFolderError)) throw new Error('expected mistakes')
  return refusal.message.replace(/^.*?\/(?=chapters|lyceum)/gmu, '')
}

test('chapters become sections, and pages lessons whose keys are their paths', async () => {
  const { course, warnings } = await read({})
  expect(course).toMatchObject({ slug: 'the-baking-course', title: 'The baking course' })
  expect(
    course.sections.map(({ title, lessons }) => [title, ...lessons.map((it) => it.key)]),
  ).toEqual([
    ['1. Bread', 'chapter1-1', 'chapter1-2'],
    ['2. Ovens', 'chapter2-1'],
  ])
  expect(course.sections[0]?.lessons[0]).toMatchObject({
    title: 'What bread is',
    type: 'text',
    content: 'Flour and water.',
  })
  expect(warnings).toEqual([])
})

test('a course has one language, the one that is asked for', async () => {
  const french = {
    'chapters/fr/_toctree.yml':
      '- title: Pain\n  sections:\n  - local: chapter1/1\n    title: Pain',
    'chapters/fr/chapter1/1.mdx': '# Le pain\n\nDe la farine.\n',
  }
  const { course } = await read(french, { language: 'fr' })
  expect(course.language).toBe('fr')
  expect(course.sections[0]?.lessons[0]?.title).toBe('Le pain')
  expect(await complaintsAbout({ 'lyceum.yaml': 'language: pt' })).toContain(
    'there is no table of contents in the language "pt": add chapters/pt/_toctree.yml',
  )
})

test('of the parts for two frameworks one is kept, as lyceum.yaml says', async () => {
  const page = [
    '# Kneading',
    "{#if fw === 'pt'}",
    'By hand.',
    '{:else}',
    'By machine.',
    '{/if}',
    "It takes {#if fw === 'pt'}ten{:else if fw === 'tf'}four{/if} minutes.",
    '```',
    "{#if fw === 'pt'} in code stays",
    '```',
  ].join('\n')
  const code = "```\n{#if fw === 'pt'} in code stays\n```"
  expect((await lessonOf(page)).content).toBe(`By hand.\n\nIt takes ten minutes.\n${code}`)
  const machine = { 'lyceum.yaml': 'framework: tf' }
  expect((await lessonOf(page, machine)).content).toBe(
    `By machine.\n\nIt takes four minutes.\n${code}`,
  )
  const { course } = await read(machine)
  expect(course.sections[0]?.lessons[1]).toMatchObject({ key: 'chapter1-2-tf' })
})

test('of <frameworkcontent> the part of one framework is kept', async () => {
  const mdx = [
    '# A[[a]]',
    '',
    '[[open-in-colab]]',
    '',
    '<frameworkcontent>',
    '<pt>',
    'Knead by hand.',
    '</pt>',
    '<tf>',
    'Switch it on.<Tip>Slowly.</Tip>',
    '</tf>',
    '</frameworkcontent>',
    '',
    '<frameworkcontent>',
    '<tf>',
    'Clean it.',
    '</tf>',
    '</frameworkcontent>',
    '',
    'Write `<pt>` and `[[open-in-colab]]`.',
  ].join('\n')
  const hand = await lessonOf(mdx)
  expect(hand.content).toBe('Knead by hand.\n\nWrite `<pt>` and `[[open-in-colab]]`.')
  expect(hand.warnings).toEqual([
    'chapters/en/chapter1/1.mdx:14: nothing of this <frameworkcontent> is shown: it has no <pt>',
  ])

  const machine = await lessonOf(mdx, { 'lyceum.yaml': 'framework: tf\n' })
  expect(machine.content).toBe(
    'Switch it on.\n> Slowly.\n\nClean it.\n\nWrite `<pt>` and `[[open-in-colab]]`.',
  )
  expect(machine.warnings).toEqual([])
})

test('HTML needs no quotes, and a component is told at its first line', async () => {
  const mdx = '# A\n\n<img width=3 src=https://a.example/b.png>\n\n<Oven>\nHot.\n</Oven>\n'
  const { content, warnings } = await lessonOf(mdx)

  expect(content).toBe('![](https://a.example/b.png)\n\nHot.')
  expect(warnings).toEqual([
    'chapters/en/chapter1/1.mdx:5: <Oven> is not known: only its text is shown',
  ])
})

test('parts of frameworks that do not match are mistakes', async () => {
  const page = '# A\n\n</tf>\n<pt>\n{:else}\n{/if}\nText.\n'
  expect((await complaintsAbout({ 'chapters/en/chapter1/1.mdx': page })).split('\n')).toEqual([
    'chapters/en/chapter1/1.mdx:3: </tf> has no <tf> before it: add it, or remove this',
    'chapters/en/chapter1/1.mdx:4: this <pt> has no </pt>: add it',
    'chapters/en/chapter1/1.mdx:5: {:else} has no {#if} before it: add it, or remove this',
    'chapters/en/chapter1/1.mdx:6: {/if} has no {#if} before it: add it, or remove this',
  ])
})

test('a page that begins with a video is a video; further videos are links', async () => {
  const page = [
    '# Yeast',
    '',
    '<Youtube id="abcdefghi_1" />',
    '',
    'It grows.',
    '',
    '<Youtube id="abcdefghi-2"/>',
  ].join('\n')
  expect(await lessonOf(page)).toMatchObject({
    type: 'video',
    details: { video: { sources: [{ url: 'https://www.youtube.com/watch?v=abcdefghi_1' }] } },
    content: 'It grows.\n\n[Video](https://www.youtube.com/watch?v=abcdefghi-2)',
  })
  expect((await lessonOf('# Yeast\n\nIt grows.\n\n<Youtube id="abcdefghi_1" />')).type).toBe('text')
})

test('a page with questions is a quiz, whatever their texts hold', async () => {
  const page = [
    '# Quiz',
    '',
    'Think first.',
    '',
    '### 1. What rises?',
    '',
    '<Question',
    '\tchoices={[',
    '\t\t{',
    '\t\t\ttext: "Dough }]}/> <b>it</b>",',
    "\t\t\texplain: 'Right: `yeast` {works}',",
    '\t\t\tcorrect: true,',
    '\t\t},',
    '',
    '\t\t{ text: `Stone`, "correct": false /* never } */ },',
    '\t]}',
    '/>',
    'After it.',
  ].join('\n')
  const asked = `${page}\n\nWhich of\nthem?\n\n<Question choices={[{ text: "One" }]} />`
  const { type, content, details, warnings } = await lessonOf(asked)
  expect({ type, content }).toEqual({ type: 'quiz', content: 'Think first.\n\nAfter it.' })
  expect(details?.quiz).toMatchObject({
    passPercent: 80,
    pools: [
      {
        questions: [
          {
            key: 'chapter1-1-1-what-rises',
            type: 'single',
            title: '1. What rises?',
            options: [
              { text: 'Dough }]}/> **it**', right: true },
              { text: 'Stone', right: false },
            ],
            explanation: '- Dough }]}/> **it**: Right: `yeast` {works}',
          },
        ],
      },
    ],
  })
  expect(warnings).toEqual([
    'chapters/en/chapter1/1.mdx:20: this question is left out: it `options` must be at least 2',
  ])
})

test('a question is read and never run: what would have to be computed is a mistake', async () => {
  const question = (choices: string) => `# Quiz\n\nRead.\n\n<Question choices={${choices}} />\n`
  const attacks = [
    '[{ text: process.exit(1) }]',
    '[{ text: `a$\u007bglobalThis.name}` }]',
    '[...choices]',
    '[{ text: (() => "x")() }]',
    '[{ text: new Date() }]',
    '[{ get text() { return "x" } }]',
    '[{ ["text"]: "x" }]',
    '[{ text }]',
    '[{ text: /(a+)+$/ }]',
    '[{ text: "a" + "b" }]',
    '[,]',
    'import("node:fs")',
  ]
  for (const attack of attacks)
    expect(await complaintsAbout({ 'chapters/en/chapter1/1.mdx': question(attack) })).toMatch(
      /^chapters\/en\/chapter1\/1\.mdx:5: this would have to be computed: write the text/u,
    )
  const refusals = {
    '[{ __proto__: { text: "x" } }]': '__proto__ is no field',
    '[{ text: "x" "y" }]': 'this is not JavaScript',
    '[{ text: "x" }': 'this is not JavaScript',
    '[]': 'this question has no choices',
    '[{ explain: "x" }]': 'choice 1 of this question has no text: add it',
    '[{ text: "x", correct: "yes" }]': 'choice 1 of this question must say correct: true',
    ['['.repeat(50_000)]: 'this is nested too deeply',
  }
  for (const [attack, message] of Object.entries(refusals))
    expect(await complaintsAbout({ 'chapters/en/chapter1/1.mdx': question(attack) })).toContain(
      message,
    )
})

test('tips become quotes, and what belongs to the site goes', async () => {
  const page = [
    'import Thing from "../thing.js"',
    '<FrameworkSwitchCourse {fw} />',
    '<!-- DISABLE-FRONTMATTER-SECTIONS -->',
    '# Salt[[salt]]',
    '<CourseFloatingBanner chapter={1}',
    '  notebooks={[',
    '    {label: "Notebook", value: "https://example.org/a.ipynb"},',
    ']} />',
    'A pinch.',
    '<Tip warning={true}>',
    '',
    'Not two.',
    '',
    '- never',
    '',
    '</Tip>',
    'Then wait.',
    '',
    '> [!TIP]',
    '> Taste it.',
    '',
    '<div class="flex">',
    '<img class="block dark:hidden" src="https://example.org/salt (1).png" alt="Salt [white]"/>',
    '<img class="hidden dark:block" src="https://example.org/dark.png"/>',
    '</div>',
    '<iframe src="https://example.org/app" width="10"></iframe>',
    'See <a href="https://example.org">this</a>, `<Tip>` and Vec<Inner>text</Inner>.',
  ].join('\n')
  const { title, content, warnings } = await lessonOf(page)
  expect(title).toBe('Salt')
  expect(content).toBe(
    [
      'A pinch.',
      '> **Warning:**',
      '>',
      '> Not two.',
      '>',
      '> - never',
      '',
      'Then wait.',
      '',
      '> **Tip:**',
      '> Taste it.',
      '',
      '![Salt \\[white\\]](<https://example.org/salt (1).png>)',
      '[https://example.org/app](https://example.org/app)',
      'See [this](https://example.org), `<Tip>` and Vectext.',
    ].join('\n'),
  )
  expect(warnings).toEqual([
    'chapters/en/chapter1/1.mdx:27: <Inner> is not known: only its text is shown',
  ])
})

test('links to the course of the site lead to lessons, other pages of the site to the site', async () => {
  const page = [
    '# Links',
    '',
    'See [dough](/course/chapter1/2?fw=pt#knead), [heat](/learn/baking-course/en/chapter2),',
    '[hub](/docs/hub), [heat too](../chapter2/1.mdx) and [nothing](../chapter9/1.mdx).',
  ].join('\n')
  const { content, warnings } = await lessonOf(page)
  expect(content).toBe(
    [
      'See [dough](chapter1-2.md#knead), [heat](chapter2-1.md),',
      '[hub](https://huggingface.co/docs/hub), [heat too](chapter2-1.md) and ' +
        '[nothing](../chapter9/1.mdx).',
    ].join('\n'),
  )
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatch(/^chapters\/en\/chapter1\/1\.mdx:4: dead link/u)
})

test('every mistake is named with its line, and all at once', async () => {
  const page = [
    '# Mistakes',
    '<Youtube id="javascript:1"/>',
    "{#if fw === 'pt'}",
    '<Question choices={[{ text: 1 }]} />',
    '{/if}',
    '{:else}',
    '{#if user.name}',
    "{#if fw === 'tf'}",
    '<Tip>',
    '<Broken attribute=nothing>',
  ].join('\n')
  const toc = `${toctree}\n  - local: chapter2/9\n    title: Gone`
  const changes = { 'chapters/en/chapter1/1.mdx': page, 'chapters/en/_toctree.yml': toc }
  expect((await complaintsAbout(changes)).split('\n')).toEqual([
    'chapters/en/chapter1/1.mdx:2: this is no id of a video: YouTube gives them eleven characters',
    'chapters/en/chapter1/1.mdx:4: choice 1 of this question has no text: add it',
    'chapters/en/chapter1/1.mdx:6: {:else} has no {#if} before it: add it, or remove this',
    "chapters/en/chapter1/1.mdx:7: this condition is not known: write one like {#if fw === 'pt'}",
    'chapters/en/chapter1/1.mdx:8: this {#if} has no {/if}: add it',
    'chapters/en/chapter1/1.mdx:10: this value has neither quotes nor braces: add them',
    'chapters/en/_toctree.yml:13: there is no such file "chapters/en/chapter2/9.mdx": add it, or ' +
      'correct the name',
  ])
  expect(
    await complaintsAbout({ 'chapters/en/_toctree.yml': '- sections: [{ local: ../../x }]' }),
  ).toBe(
    "chapters/en/_toctree.yml:1: the section's local must be the path of a page, like chapter1/2",
  )
})

test('an entry of any level that names no page is a mistake: no page is lost in silence', async () => {
  const nested = (entry: string) => ({
    'chapters/en/_toctree.yml': `- title: A\n  sections:\n  - title: B\n    sections:
    - title: C\n      sections:\n      - ${entry}`,
  })
  const place = 'chapters/en/_toctree.yml:7: '
  expect(await complaintsAbout(nested('locl: chapter1/1'))).toBe(
    `${place}this section names no page: add local, like local: chapter1/2`,
  )
  expect(await complaintsAbout(nested('sections: 5'))).toBe(
    `${place}the section's sections must be a list of pages`,
  )
  expect(await complaintsAbout(nested('local: ../../x'))).toBe(
    `${place}the section's local must be the path of a page, like chapter1/2`,
  )
})

test('a page of nothing but marks is looked through once', { timeout: 60_000 }, async () => {
  const pieces = [
    '<A',
    '<A b={"',
    '<div ',
    '{#if',
    '<!--',
    '{/*',
    '`<A',
    '((((',
    '[[[[',
    '>',
    '<Tip>',
  ]
  for (const piece of pieces) {
    const page = `# Marks\n\nText.\n${piece.repeat(300_000 / piece.length)}`
    const read = await complaintsAbout({ 'chapters/en/chapter1/1.mdx': page }).catch(() => 'fine')
    expect(read.split('\n').length).toBeLessThan(30)
  }
})
