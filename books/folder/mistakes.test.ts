import { execFileSync } from 'node:child_process'
import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CourseFolderError } from '../reading/course-folder-error.ts'
import { readCourseFolder } from './course-folder.ts'
import {
  BOWLINE,
  complaintsAbout,
  complaintsOf,
  courseFolder,
  FILES,
  MANIFEST,
  manifestWith,
} from './test-support.ts'

/** Each complaint, with the changes to the valid course that cause it. */
const COMPLAINTS: Record<string, Record<string, string | Uint8Array>[]> = {
  'course.yaml:10: there is no such file "03-none.md": add it, or correct the name': [
    manifestWith(10, '      - { file: 03-none.md }'),
  ],
  'course.yaml:10: "more" is not a file': [manifestWith(10, '      - { file: more }')],
  'course.yaml:10: the lesson key "01-bowline" is taken by the lesson on line 9: give one of them a key of its own':
    [
      manifestWith(10, '      - { file: more/02-hitch.md, key: 01-bowline }'),
      { ...manifestWith(10, '      - file: more/01-bowline.md'), 'more/01-bowline.md': BOWLINE },
    ],
  "course.yaml:10: the lesson's key must be lower-case letters, digits and single dashes, like getting-started":
    [manifestWith(10, '      - { file: more/02-hitch.md, key: The Hitch }')],
  'course.yaml:10: no key can be made of "!.md": give this lesson a key': [
    { ...manifestWith(10, '      - { file: "!.md" }'), '!.md': BOWLINE },
  ],
  'course.yaml:7: there is no such file "logo.svg": add it, or correct the name': [
    manifestWith(4, 'language: en\ncertificate:\n  color: "#102030"\n  logo: logo.svg'),
  ],
  'course.yaml:5: the file "../logo.svg" is outside the course\'s folder: move it into the folder':
    [manifestWith(4, 'language: en\ncertificate: { logo: ../logo.svg }')],
  'logo.svg:1: this file is neither a PNG nor an SVG: save the picture as one of them': [
    {
      ...manifestWith(4, 'language: en\ncertificate: { logo: logo.svg }'),
      'logo.svg': '<html><svg></svg></html>',
    },
  ],
  'a.png:1: this file is too large: 500001 bytes, at most 500000 are allowed': [
    {
      ...manifestWith(
        4,
        'language: en\ncertificate: { signatures: [{ name: A, title: B, image: a.png }] }',
      ),
      'a.png': new Uint8Array(500_001),
    },
  ],
  'course.yaml:6: certificate has no field "colour": did you mean color?': [
    manifestWith(4, 'language: en\ncertificate:\n  colour: "#102030"'),
  ],
  'course.yaml:6: certificate.color must be a color in quotes, like "#1a2b45"': [
    manifestWith(4, 'language: en\ncertificate:\n  color: #102030'),
  ],
  'course.yaml:6: certificate.accent must be a color in quotes, like "#1a2b45"': [
    manifestWith(4, 'language: en\ncertificate:\n  accent: "#fff;}*{x:url(//x)"'),
  ],
  "course.yaml:7: the signature's title is missing: add it": [
    manifestWith(4, 'language: en\ncertificate:\n  signatures:\n    - name: Ada'),
  ],
  'course.yaml:9: this signature has no field "picture": remove it': [
    manifestWith(
      4,
      'language: en\ncertificate:\n  signatures:\n    - name: Ada\n      title: Dean\n      picture: a.svg',
    ),
  ],
  'course.yaml:6: certificate.signatures are too many: at most 3 are allowed': [
    manifestWith(
      4,
      `language: en\ncertificate:\n  signatures: [${'{ name: A, title: B }, '.repeat(4)}]`,
    ),
  ],
  'course.yaml:8: this line must be at most 160 characters long': [
    manifestWith(
      4,
      `language: en\ncertificate:\n  lines:\n    - short\n    - ${'long '.repeat(40)}`,
    ),
  ],
  'course.yaml:5: this file has no field "teacher": remove it': [
    manifestWith(4, 'language: en\nteacher: Ashley'),
  ],
  'course.yaml:3: this file has no field "sumary": did you mean summary?': [
    manifestWith(3, 'sumary: Tie'),
  ],
  'course.yaml:8: price has no field "Currncy": did you mean currency?': [
    manifestWith(5, 'price:\n  amount: 1\n  currency: EUR\n  Currncy: EUR'),
  ],
  'course.yaml:8: this section has no field "lesson": did you mean lessons?': [
    manifestWith(7, '  - title: First knots\n    lesson: []'),
  ],
  'course.yaml:11: this lesson has no field "requierd": did you mean required?': [
    manifestWith(10, '      - file: more/02-hitch.md\n        requierd: false'),
  ],
  'course.yaml:10: this lesson has no field "currency": remove it': [
    manifestWith(10, '      - { file: more/02-hitch.md, currency: EUR }'),
  ],
  'course.yaml:2: this file has no field "__proto__": remove it': [
    manifestWith(2, '__proto__: { title: x }\ntitle: Knots'),
  ],
  'course.yaml:6: sections are empty: a course needs at least one': [
    { 'course.yaml': `${MANIFEST.split('\n').slice(0, 5).join('\n')}\nsections: []` },
  ],
  "course.yaml:12: the section's lessons are empty: a section needs at least one": [
    { 'course.yaml': `${MANIFEST}\n  - title: Empty\n    lessons: []` },
  ],
  'course.yaml:7: this section must have the fields title and lessons': [
    manifestWith(7, '  - Introduction\n  - title: First knots'),
  ],
  "course.yaml:8: the section's title is missing: add it": [manifestWith(7, '  -')],
  "course.yaml:9: the lesson's file is missing: add it": [
    manifestWith(9, '      - { preview: true }'),
  ],
  'course.yaml:10: this lesson must have fields, like { file: 01-basics.md }': [
    manifestWith(10, '      - more/02-hitch.md'),
    manifestWith(10, '      -'),
  ],
  'course.yaml:1: price is missing: add it': [manifestWith(5, '# no price')],
  "course.yaml:5: price.amount must be a whole number of the currency's smallest unit, like 4900": [
    manifestWith(5, 'price: { amount: free, currency: EUR }'),
    manifestWith(5, 'price: { amount: .inf, currency: EUR }'),
  ],
  "course.yaml:7: price.amount must be a whole number of the currency's smallest unit, like 4900": [
    manifestWith(5, 'price:\n  currency: EUR\n  amount: 49.00001'),
  ],
  'course.yaml:5: price.amount must not be negative': [
    manifestWith(5, 'price: { amount: -1, currency: EUR }'),
  ],
  'course.yaml:5: price.amount must be at most 1000000000': [
    manifestWith(5, 'price: { amount: 1000000001, currency: EUR }'),
  ],
  'course.yaml:5: price.currency must be a currency code of ISO 4217, like USD': [
    manifestWith(5, 'price: { amount: 1, currency: XYZ }'),
    manifestWith(5, 'price: { amount: 1, currency: eur }'),
  ],
  'course.yaml:1: slug must be lower-case letters, digits and single dashes, like version-control':
    [manifestWith(1, 'slug: Knots')],
  'course.yaml:2: slug must be lower-case letters, digits and single dashes, like version-control':
    [manifestWith(1, '\nslug: a--b')],
  'course.yaml:1: slug must not look like an id': [
    manifestWith(1, 'slug: 019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02'),
  ],
  'course.yaml:1: slug must be at most 80 characters long': [
    manifestWith(1, `slug: ${'a'.repeat(81)}`),
  ],
  'course.yaml:4: language must be a language tag, like en or pt-BR': [
    manifestWith(4, 'language: en_GB'),
    manifestWith(4, 'language: english'),
  ],
  'course.yaml:2: title must be text': [
    manifestWith(2, 'title: [Knots]'),
    manifestWith(2, 'title: 1984'),
  ],
  'course.yaml:2: title is empty: fill it in': [manifestWith(2, 'title: " "')],
  'course.yaml:2: title must be at most 200 characters long': [
    manifestWith(2, `title: ${'a'.repeat(201)}`),
  ],
  'course.yaml:3: summary must be at most 500 characters long': [
    manifestWith(3, `summary: >\n  ${'a'.repeat(501)}`),
  ],
  'course.yaml:2: title contains a control character: remove it': [
    manifestWith(2, 'title: "a\\0b"'),
    manifestWith(2, 'title: "a\\ud800b"'),
  ],
  "course.yaml:10: the lesson's required must be true or false": [
    manifestWith(10, '      - { file: more/02-hitch.md, required: yes }'),
  ],
  "course.yaml:10: the lesson's type must be text, video, file, link, quiz, assignment or course": [
    manifestWith(10, '      - { file: more/02-hitch.md, type: poll }'),
  ],
  "course.yaml:10: the lesson's minutes must be a whole number of minutes from 1 to 1440": [
    manifestWith(10, '      - { file: more/02-hitch.md, minutes: 0 }'),
  ],
  'course.yaml:10: the file "../secret.md" is outside the course\'s folder: move it into the folder':
    [manifestWith(10, '      - { file: ../secret.md }')],
  'course.yaml:10: the file "more/../../secret.md" is outside the course\'s folder: move it into the folder':
    [manifestWith(10, '      - { file: more/../../secret.md }')],
  'course.yaml:10: the file "/etc/passwd" is outside the course\'s folder: move it into the folder':
    [manifestWith(10, '      - { file: /etc/passwd }')],
  'course.yaml:1: this file must have fields, like title: My course': [{ 'course.yaml': '' }],
  'course.yaml:2: this is not valid YAML: Nested mappings are not allowed in compact mappings': [
    manifestWith(2, 'title: Knots: a guide'),
  ],
  'course.yaml:3: this is not valid YAML: Map keys must be unique': [
    manifestWith(3, 'title: Again'),
  ],
  'course.yaml:2: this is not valid YAML: Unresolved tag: !env': [
    manifestWith(2, 'title: !env HOME'),
  ],
  'course.yaml:11: a second YAML document starts here: remove it, only one is read': [
    { 'course.yaml': `${MANIFEST}\n---\nslug: other` },
  ],
  'course.yaml:3: this alias (*) has no anchor (&) before it: add one, or write the value itself': [
    manifestWith(3, 'summary: *title'),
  ],
  'course.yaml:2: aliases (*) are used too often: write the values themselves': [
    manifestWith(
      1,
      ['a: &a [x, x, x, x, x, x, x, x, x]', ...'bcdefghi']
        .map((name, index) =>
          index === 0
            ? name
            : `${name}: &${name} [${Array(9).fill(`*${String.fromCodePoint((name.codePointAt(0) ?? 0) - 1)}`)}]`,
        )
        .join('\n'),
    ),
  ],
  'course.yaml:2: this is nested too deeply or has too many entries: make it simpler': [
    { 'course.yaml': `slug: a\ntitle: ${'['.repeat(100_000)}` },
  ],
  'course.yaml:11: this is nested too deeply or has too many entries: make it simpler': [
    { 'course.yaml': `${MANIFEST}\n${'? '.repeat(2000)}` },
  ],
  'course.yaml:1: this is nested too deeply or has too many entries: make it simpler': [
    { 'course.yaml': ']'.repeat(900_000) },
  ],
  'course.yaml:100001: this is nested too deeply or has too many entries: make it simpler': [
    { 'course.yaml': '#\n'.repeat(400_000) },
  ],
  '01-bowline.md:1: the front matter that starts here has more than 20000 characters: shorten it': [
    { '01-bowline.md': `---\nx: ${'['.repeat(400_000)}\n---\n# Knots\n\nText` },
  ],
  [`course.yaml:1: this file is too large: ${MANIFEST.length + 1_000_002} bytes, at most 1000000 are allowed`]:
    [{ 'course.yaml': `${MANIFEST}\n#${'x'.repeat(1_000_000)}` }],
  'course.yaml:2: this line is not UTF-8 text: save the file as UTF-8': [
    { 'course.yaml': Buffer.from('slug: knots\ntitle: Kn\u00f6tchen', 'latin1') },
  ],
  'course.yaml:3: this line contains a NUL character: remove it': [
    manifestWith(3, 'summary: a\0b'),
  ],
  '01-bowline.md:1: this file is too large: 1000006 characters, at most 1000000 are allowed': [
    { '01-bowline.md': `# Big\n${'x'.repeat(1_000_000)}` },
  ],
  '01-bowline.md:3: this line is not UTF-8 text: save the file as UTF-8': [
    { '01-bowline.md': Buffer.from('# Knots\n\nKn\u00f6tchen\n', 'latin1') },
  ],
  '01-bowline.md:4: this line contains a NUL character: remove it': [
    { '01-bowline.md': '# Knots\n\n\n\0' },
  ],
  '01-bowline.md:1: this lesson is empty: write its text, or remove the lesson': [
    { '01-bowline.md': ' \n\n' },
  ],
  'more/02-hitch.md:4: this lesson is empty: write its text, or remove the lesson': [
    { 'more/02-hitch.md': '---\ntitle: Knots\n---\n' },
  ],
  '01-bowline.md:2: this lesson has nothing but a heading: write its text, or remove the lesson': [
    { '01-bowline.md': '\n# Knots\n' },
  ],
  '01-bowline.md:1: this lesson has no title: give it a heading, or a title in its front matter': [
    { '01-bowline.md': 'Just text.' },
  ],
  '01-bowline.md:5: this heading must be at most 200 characters long': [
    { '01-bowline.md': `---\nteaching: 1\n---\n\n# ${'a'.repeat(201)}\n\nText` },
  ],
  '01-bowline.md:1: this heading is empty: fill it in': [{ '01-bowline.md': '#\n\nText' }],
  '01-bowline.md:1: the front matter that starts here has no closing ---: add it': [
    { '01-bowline.md': '---\ntitle: Knots\n\nText' },
  ],
  '01-bowline.md:3: this is not valid YAML: Missing closing "quote': [
    { '01-bowline.md': '---\nlayout: wide\ntitle: "Knots\n---\nText' },
  ],
  '01-bowline.md:2: this file must have fields, like title: My lesson': [
    { '01-bowline.md': '---\nKnots\n---\nText' },
  ],
  '01-bowline.md:3: title must be text': [
    { '01-bowline.md': '---\nlayout: wide\ntitle: 12\n---\nText' },
  ],
  '01-bowline.md:4: exercises must be a whole number of minutes from 0 to 1440': [
    { '01-bowline.md': '---\ntitle: Knots\nteaching: 5\nexercises: ten\n---\nText' },
  ],
}

describe('a mistake is shown as one line with its file and line', () => {
  test.each(Object.entries(COMPLAINTS))('%s', async (complaint, causes) => {
    for (const changes of causes) expect(await complaintsAbout(changes)).toBe(complaint)
  })

  test('and is there for programs too', async () => {
    await using folder = await courseFolder({ ...FILES, '01-bowline.md': 'No title.' })
    const file = join(folder.path, '01-bowline.md')
    const message = 'this lesson has no title: give it a heading, or a title in its front matter'

    const refusal = await readCourseFolder(folder.path).catch((error: unknown) => error)

    expect(refusal).toEqual(new CourseFolderError([{ file, line: 1, message }]))
    expect(refusal).toMatchObject({
      message: `${file}:1: ${message}`,
      problems: [{ file, line: 1, message }],
    })
  })

  test('a folder that is missing, is a file, or has no course.yaml', async () => {
    await using folder = await courseFolder({ 'notes.txt': 'x' })

    expect(await complaintsOf(join(folder.path, 'none'))).toBe(
      `${folder.path}/none: there is no such folder: add it, or correct the name`,
    )
    expect(await complaintsOf(join(folder.path, 'notes.txt'))).toBe(
      `${folder.path}/notes.txt: this is a file: name the folder that it lies in`,
    )
    expect(await complaintsOf(folder.path)).toBe(
      'course.yaml:1: there is no such file "course.yaml": add it, or correct the name',
    )
  })

  test('a link that leads out of the folder, for a lesson, a folder of lessons, and course.yaml itself', async () => {
    await using elsewhere = await courseFolder(FILES)
    await using folder = await courseFolder({
      ...FILES,
      ...manifestWith(10, '      - { file: linked/02-hitch.md }'),
    })
    await symlink(join(elsewhere.path, 'more'), join(folder.path, 'linked'))
    expect(await complaintsOf(folder.path)).toBe(
      'course.yaml:10: the file "linked/02-hitch.md" is outside the course\'s folder: move it into the folder',
    )

    await rm(join(folder.path, '01-bowline.md'))
    await symlink(join(elsewhere.path, '01-bowline.md'), join(folder.path, '01-bowline.md'))
    expect(await complaintsOf(folder.path)).toMatch(
      /^course\.yaml:9: the file "01-bowline\.md" is outside the course's folder/u,
    )

    await rm(join(folder.path, 'course.yaml'))
    await symlink(join(elsewhere.path, 'course.yaml'), join(folder.path, 'course.yaml'))
    expect(await complaintsOf(folder.path)).toBe(
      'course.yaml:1: the file "course.yaml" is outside the course\'s folder: move it into the folder',
    )
  })

  test('a link that stays inside is followed, and so is a link to the whole folder', async () => {
    await using folder = await courseFolder({
      ...FILES,
      ...manifestWith(10, '      - { file: linked.md }'),
    })
    await symlink('more/02-hitch.md', join(folder.path, 'linked.md'))
    await using links = await courseFolder({})
    await symlink(folder.path, join(links.path, 'course'))

    expect(
      (await readCourseFolder(join(links.path, 'course'))).course.sections[0]?.lessons[1]?.key,
    ).toBe('linked')
  })

  test('a pipe is not a lesson, and is not waited for', async () => {
    await using folder = await courseFolder({
      ...FILES,
      ...manifestWith(10, '      - { file: pipe }'),
    })
    execFileSync('mkfifo', [join(folder.path, 'pipe')])

    expect(await complaintsOf(folder.path)).toBe('course.yaml:10: "pipe" is not a file')
  })

  test('more than 100 sections, and more than 1000 lessons: split it into several', async () => {
    const sections = Array.from(
      { length: 101 },
      (_, index) => `  - { title: S, lessons: [{ file: 01-bowline.md, key: k${index} }] }`,
    )
    expect(
      await complaintsAbout({
        'course.yaml': [...MANIFEST.split('\n').slice(0, 6), ...sections].join('\n'),
      }),
    ).toBe('course.yaml:6: sections are too many: at most 100 are allowed')

    const lessons = Array.from(
      { length: 1001 },
      (_, index) => `      - { file: 01-bowline.md, key: k${index} }`,
    )
    expect(
      await complaintsAbout({
        'course.yaml': [...MANIFEST.split('\n').slice(0, 8), ...lessons].join('\n'),
      }),
    ).toBe('course.yaml:1009: this course has more than 1000 lessons: split it into several')
  })
})

describe('several mistakes are shown all at once, in the order of course.yaml', () => {
  test('of course.yaml, of its pictures and of the lessons', async () => {
    const manifest = MANIFEST.replace('slug: knots', 'slug: K')
      .replace('language: en', 'language: english\ncertificate: { logo: logo.svg }')
      .replace('currency: EUR', 'curency: EUR')
      .replace('02-hitch.md', '03-none.md')

    expect(
      (await complaintsAbout({ 'course.yaml': manifest, '01-bowline.md': 'No title.' })).split(
        '\n',
      ),
    ).toEqual([
      'course.yaml:1: slug must be lower-case letters, digits and single dashes, like version-control',
      'course.yaml:4: language must be a language tag, like en or pt-BR',
      'course.yaml:5: there is no such file "logo.svg": add it, or correct the name',
      'course.yaml:6: price has no field "curency": did you mean currency?',
      '01-bowline.md:1: this lesson has no title: give it a heading, or a title in its front matter',
      'course.yaml:11: there is no such file "more/03-none.md": add it, or correct the name',
    ])
  })

  test('of one lesson, its front matter and its text', async () => {
    const lesson = '---\ntitle: 12\nminutes: ten\nexercises: -1\n---\n \n'

    expect((await complaintsAbout({ '01-bowline.md': lesson })).split('\n')).toEqual([
      '01-bowline.md:2: title must be text',
      '01-bowline.md:3: minutes must be a whole number of minutes from 1 to 1440',
      '01-bowline.md:4: exercises must be a whole number of minutes from 0 to 1440',
      '01-bowline.md:6: this lesson is empty: write its text, or remove the lesson',
    ])
  })

  test('of one lesson, its key and its file', async () => {
    expect(
      (await complaintsAbout(manifestWith(10, '      - { file: none.md, key: 01-bowline }'))).split(
        '\n',
      ),
    ).toEqual([
      'course.yaml:10: the lesson key "01-bowline" is taken by the lesson on line 9: give one of them a key of its own',
      'course.yaml:10: there is no such file "none.md": add it, or correct the name',
    ])
  })

  test('and of broken YAML, each line once', async () => {
    const manifest = MANIFEST.replace('summary:', 'title:').replace('language:', 'slug:')

    expect((await complaintsAbout({ 'course.yaml': manifest })).split('\n')).toEqual([
      'course.yaml:3: this is not valid YAML: Map keys must be unique',
      'course.yaml:4: this is not valid YAML: Map keys must be unique',
    ])
  })

  test('but the mistakes of a file that two lessons share are shown once', async () => {
    const manifest = `${MANIFEST}\n      - { file: 01-bowline.md, key: again }`

    expect(await complaintsAbout({ 'course.yaml': manifest, '01-bowline.md': ' ' })).toBe(
      '01-bowline.md:1: this lesson is empty: write its text, or remove the lesson',
    )
  })
})
