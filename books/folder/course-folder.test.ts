import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import { CourseFolderError } from '../reading/course-folder-error.ts'
import { realCourse } from '../test/real-courses.ts'
import { readCourseFolder } from './course-folder.ts'
import { BOWLINE, courseFolder, FILES, HITCH, MANIFEST, manifestWith } from './test-support.ts'

describe('a course', () => {
  test('is read with its lessons, and omitted fields have defaults', async () => {
    await using folder = await courseFolder(FILES)

    const { course, warnings } = await readCourseFolder(folder.path)

    expect(warnings).toEqual([])
    expect(course).toEqual({
      slug: 'knots',
      title: 'Knots for everyone',
      summary: 'Tie what holds, and untie it again.',
      language: 'en',
      price: { amount: 4900, currency: 'EUR' },
      sections: [
        {
          title: 'First knots',
          lessons: [
            {
              key: '01-bowline',
              title: 'The bowline',
              type: 'text',
              minutes: 1,
              required: true,
              preview: true,
              content: 'A loop that never slips.',
            },
            {
              key: '02-hitch',
              title: 'The clove hitch',
              type: 'text',
              minutes: 15,
              required: false,
              preview: false,
              content: 'Two turns round a post.',
            },
          ],
        },
      ],
    })
  })

  test('can state everything itself, and the entry of a lesson wins over its file', async () => {
    const entry =
      '      - { file: more/02-hitch.md, key: hitch, title: Hitches, type: video, minutes: 3, required: true, preview: true }'
    const changes = manifestWith(10, entry)
    const manifest = `license: CC0-1.0\nsource: A book\n${changes['course.yaml']?.replace('language: en', 'language: PT-br')}`
    await using folder = await courseFolder({ ...FILES, 'course.yaml': manifest })

    const { course } = await readCourseFolder(folder.path)

    expect(course).toMatchObject({ license: 'CC0-1.0', source: 'A book', language: 'pt-BR' })
    expect(course.sections[0]?.lessons[1]).toEqual({
      key: 'hitch',
      title: 'Hitches',
      type: 'video',
      minutes: 3,
      required: true,
      preview: true,
      content: 'Two turns round a post.',
    })
  })

  test('can design its certificates, with pictures from its folder', async () => {
    const certificate = [
      'certificate:',
      '  issuer:  Faculty of  Knots',
      '  logo: look/logo.svg',
      '  color: "#102030"',
      '  signatures:',
      '    - { name: Prof. Ada Lovelace, title: Dean, image: look/ada.png }',
      '    - { name: Grace Hopper, title: Rear Admiral }',
      '  lines: []',
    ]
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    const png = Buffer.from('89504e470d0a1a0a00', 'hex')
    const manifest = `${certificate.join('\n')}\n${MANIFEST}`
    await using folder = await courseFolder({
      ...FILES,
      'course.yaml': manifest,
      'look/logo.svg': svg,
      'look/ada.png': png,
    })

    expect((await readCourseFolder(folder.path)).course.certificate).toEqual({
      issuer: 'Faculty of Knots',
      logo: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
      color: '#102030',
      signatures: [
        {
          name: 'Prof. Ada Lovelace',
          title: 'Dean',
          image: `data:image/png;base64,${png.toString('base64')}`,
        },
        { name: 'Grace Hopper', title: 'Rear Admiral' },
      ],
      lines: [],
    })
  })

  test('can go without the logo of the settings', async () => {
    await using folder = await courseFolder({
      ...FILES,
      'course.yaml': `${MANIFEST}\ncertificate: { logo: false }`,
    })

    expect((await readCourseFolder(folder.path)).course.certificate).toEqual({ logo: null })
  })

  test('can share parts of its YAML by anchors and aliases', async () => {
    const manifest = `${MANIFEST}\n  - title: &again Again\n    lessons:\n      - { file: 01-bowline.md, key: again, title: *again }`
    await using folder = await courseFolder({ ...FILES, 'course.yaml': manifest })

    expect((await readCourseFolder(folder.path)).course.sections[1]?.lessons[0]?.title).toBe(
      'Again',
    )
  })

  test('is left as it was: nothing is written into its folder', async () => {
    await using folder = await courseFolder(FILES)
    const { mtimeMs } = await stat(folder.path)

    await readCourseFolder(folder.path)

    expect((await readdir(folder.path, { recursive: true })).sort()).toEqual([
      '01-bowline.md',
      'course.yaml',
      'more',
      'more/02-hitch.md',
    ])
    expect((await stat(folder.path)).mtimeMs).toBe(mtimeMs)
  })
})

describe('a lesson', () => {
  async function readLesson(markdown: string | Uint8Array, file = '01-bowline.md') {
    await using folder = await courseFolder({
      ...FILES,
      ...manifestWith(9, `      - { file: ${JSON.stringify(file)} }`),
      [file]: markdown,
    })
    return (await readCourseFolder(folder.path)).course.sections[0]?.lessons[0]
  }

  test('takes its key from the name of its file, in letters of any script', async () => {
    expect((await readLesson(BOWLINE, '1.1 The CIA triad, and more.md'))?.key).toBe(
      '1-1-the-cia-triad-and-more',
    )
    expect((await readLesson(BOWLINE, 'U\u0308ber Knoten.MD'))?.key).toBe('\u00fcber-knoten')
    expect((await readLesson(BOWLINE, '結び目.md'))?.key).toBe('結び目')
  })

  test('takes its title from the first heading outside code and comments', async () => {
    expect(
      await readLesson(
        '<!-- # no\n# nor this -->\n```sh\n# nor that\n```\n\n## Yes \\#1: **a** `b` [c](d) ##\n\nText',
      ),
    ).toMatchObject({
      title: 'Yes #1: a b c',
      content: '<!-- # no\n# nor this -->\n```sh\n# nor that\n```\n\n\nText',
    })
    expect(await readLesson('The bowline\n===========\n\nText')).toMatchObject({
      title: 'The bowline',
      content: 'Text',
    })
  })

  test('keeps its first heading when its title is in the front matter', async () => {
    expect(
      await readLesson('---\ntitle: Knots\nlayout: wide\n---\n# The bowline\n\nText'),
    ).toMatchObject({
      title: 'Knots',
      content: '# The bowline\n\nText',
    })
  })

  test('takes its minutes from course.yaml, then from its front matter', async () => {
    const lesson = '---\nminutes: 12\nteaching: 10\nexercises: 5\n---\n# Stated\n\nA word.'
    expect((await readLesson(lesson))?.minutes).toBe(12)

    await using folder = await courseFolder({
      ...FILES,
      ...manifestWith(9, '      - { file: 01-bowline.md, minutes: 3 }'),
      '01-bowline.md': lesson,
    })
    const { course } = await readCourseFolder(folder.path)
    expect(course.sections[0]?.lessons[0]?.minutes).toBe(3)
  })

  test('takes a minute for 200 words when no minutes are stated', async () => {
    expect((await readLesson(`# Long\n\n${'word '.repeat(1000)}`))?.minutes).toBe(5)
    expect(
      (await readLesson('---\nteaching: 0\nexercises: 0\n---\n# Short\n\nA word.'))?.minutes,
    ).toBe(1)
    expect(
      (await readLesson(`---\nexercises: 7\n---\n# Stated\n\n${'word '.repeat(1000)}`))?.minutes,
    ).toBe(7)
  })

  test('can come from Windows: a byte order mark and carriage returns are not content', async () => {
    expect(await readLesson('\uFEFF---\r\ntitle: Knots\r\n---\r\nOne\r\nTwo\r\n')).toMatchObject({
      title: 'Knots',
      content: 'One\nTwo',
    })
  })
})

test('however course.yaml and a lesson are damaged, the result is a course or a CourseFolderError', async () => {
  await using folder = await courseFolder(FILES)
  const fragment = fc.oneof(
    fc.constantFrom(
      '\n',
      '  ',
      '- ',
      ': ',
      '? ',
      '[',
      ']',
      '{',
      '}',
      ',',
      '&a ',
      '*a',
      '!!map ',
      '"',
      "'",
      '|',
      '>',
      '#',
      '---\n',
      '%YAML 1.1\n',
      '<<: ',
      'null',
      '\0',
      '\t',
    ),
    fc.constantFrom(
      '-1',
      '1e999',
      '.nan',
      'true',
      '../',
      'more',
      '__proto__',
      'lessons:',
      'sections:',
      'price:',
      'file:',
      'key:',
      'title:',
      '~',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  const edit = fc.record({
    at: fc.nat({ max: 1000 }),
    drop: fc.nat({ max: 20 }),
    put: fc.array(fragment, { maxLength: 3 }),
  })
  const mutate = (text: string, edits: { at: number; drop: number; put: string[] }[]) =>
    edits.reduce((current, { at, drop, put }) => {
      const start = at % (current.length + 1)
      return current.slice(0, start) + put.join('') + current.slice(start + drop)
    }, text)

  let read = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(edit, { maxLength: 4 }),
      fc.array(edit, { maxLength: 2 }),
      async (manifestEdits, lessonEdits) => {
        const manifest = mutate(MANIFEST, manifestEdits)
        await writeFile(join(folder.path, 'course.yaml'), manifest)
        await writeFile(join(folder.path, 'more/02-hitch.md'), mutate(HITCH, lessonEdits))

        const result = await readCourseFolder(folder.path).catch((error: unknown) => error)

        if (!(result instanceof CourseFolderError)) {
          expect(result).toMatchObject({
            course: {
              slug: expect.stringMatching(/^[a-z0-9-]+$/u),
              sections: expect.any(Array),
            },
          })
          read += 1
          return
        }
        expect(result.problems.length).toBeGreaterThanOrEqual(1)
        expect(result.message.split(/[\n\r]/u)).toHaveLength(result.problems.length)
        for (const { file, line } of result.problems) {
          expect(line).toBeGreaterThanOrEqual(1)
          if (file.endsWith('course.yaml'))
            expect(line).toBeLessThanOrEqual(manifest.split('\n').length)
        }
        refused += 1
      },
    ),
    propertyRuns(250),
  )
  expect(Math.min(read, refused)).toBeGreaterThan(20)
})

describe('the demo catalogue', () => {
  const read = async (path: string) => {
    const folder = fileURLToPath(new URL(`../../server/demo/${path}`, import.meta.url))
    return (await readCourseFolder(folder)).course
  }

  test.each(['free/first-hour-with-the-api', 'paid/building-a-course-player'])(
    '%s has sections, required and optional lessons, and a preview',
    async (path) => {
      const course = await read(path)
      const lessons = course.sections.flatMap((section) => section.lessons)

      expect(path.endsWith(`/${course.slug}`)).toBe(true)
      expect(course.sections.length).toBeGreaterThanOrEqual(2)
      expect(lessons.length).toBeGreaterThanOrEqual(5)
      expect(new Set(lessons.map((lesson) => lesson.required))).toEqual(new Set([true, false]))
      expect(lessons.filter((lesson) => lesson.preview)).toHaveLength(1)
      const texts = lessons.filter(({ type }) => type === 'text')
      expect(texts.every((lesson) => lesson.content.split(/\s+/u).length >= 250)).toBe(true)
      expect(lessons.some(({ type }) => type === 'quiz')).toBe(true)
    },
  )

  test('has one course that is free and one that is not', async () => {
    const free = await read('free/first-hour-with-the-api')
    const paid = await read('paid/building-a-course-player')

    expect(free.price).toEqual({ amount: 0, currency: 'USD' })
    expect(paid.price).toEqual({ amount: 2900, currency: 'USD' })
  })
})

describe('real courses', () => {
  const [git, security] = [realCourse('git-novice'), realCourse('security-101')]

  test.skipIf(!git.isHere)(
    `Version Control with Git is read whole, with the minutes of its front matter${git.whySkipped}`,
    async () => {
      const { course } = await readCourseFolder(git.path)
      const lessons = course.sections.flatMap((section) => section.lessons)

      expect(course).toMatchObject({
        slug: 'version-control-with-git',
        title: 'Version Control with Git',
        language: 'en',
        license: 'CC-BY-4.0',
        price: { amount: 0, currency: 'USD' },
      })
      expect(course.sections.map((section) => section.lessons.length)).toEqual([6, 3, 5])
      expect(lessons.map((lesson) => lesson.minutes)).toEqual([
        5, 5, 10, 20, 25, 5, 45, 25, 15, 10, 5, 2, 10, 10,
      ])
      expect(lessons.map((lesson) => lesson.required)).toEqual(lessons.map((_, index) => index < 9))
      expect(lessons.map((lesson) => lesson.preview)).toEqual(
        lessons.map((_, index) => index === 0),
      )
      expect(lessons[0]).toMatchObject({
        key: '01-basics',
        title: 'Automated Version Control',
        type: 'text',
      })
      expect(lessons.at(-1)).toMatchObject({
        key: '14-supplemental-rstudio',
        title: 'Supplemental: Using Git from RStudio',
      })
      expect(
        lessons.every(
          (lesson) => lesson.content.startsWith(':::') && !lesson.content.includes('\r'),
        ),
      ).toBe(true)
    },
  )

  test.skipIf(!security.isHere)(
    `Security-101 is read whole, with the titles of its headings${security.whySkipped}`,
    async () => {
      const { course } = await readCourseFolder(security.path)
      const lessons = course.sections.flatMap((section) => section.lessons)

      expect(course).toMatchObject({
        slug: 'security-101',
        price: { amount: 4900, currency: 'USD' },
      })
      expect(course.sections.map((section) => section.lessons.length)).toEqual([
        7, 4, 4, 4, 3, 3, 3, 4,
      ])
      expect(lessons[0]).toMatchObject({
        key: '1-1-the-cia-triad-and-other-key-concepts',
        title: 'The CIA triad and other key concepts',
        minutes: 3,
        preview: true,
        required: true,
      })
      expect(lessons.find((lesson) => lesson.key === '4-1-secops-key-concepts')?.title).toBe(
        'Security operations key concepts',
      )
      expect(lessons.filter((lesson) => !lesson.required).map((lesson) => lesson.title)).toEqual(
        Array(8).fill('End of module quiz'),
      )
      expect(lessons.filter((lesson) => lesson.preview)).toHaveLength(1)
      expect(lessons.every((lesson) => !lesson.content.startsWith('# '))).toBe(true)
    },
  )
})
