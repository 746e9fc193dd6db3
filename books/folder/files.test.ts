import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { openFolder } from '../reading/course-files.ts'
import { formatProblem } from '../reading/course-folder-error.ts'
import { readCourseFolder } from './course-folder.ts'
import { complaintsAbout, complaintsOf, courseFolder, FILES, MANIFEST } from './test-support.ts'

const png = Buffer.from('89504e470d0a1a0a0001', 'hex')
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'

async function read(changes: Record<string, string | Uint8Array>) {
  await using folder = await courseFolder({ ...FILES, ...changes })
  const { course, files, warnings } = await readCourseFolder(folder.path)
  const bytes: Record<string, string> = {}
  for (const file of files)
    bytes[file.path] = (await buffer(Readable.from(await file.open()))).toString('hex')
  const texts = course.sections.flatMap(({ lessons }) => lessons.map(({ content }) => content))
  return {
    course,
    texts,
    sizes: files.map(({ path, size }) => [path, size]),
    bytes,
    warnings: warnings.map((warning) => formatProblem(warning).replace(`${folder.path}/`, '')),
  }
}

/** Returns a course.yaml with these fields, and these lessons after the first. */
function manifest(fields: string[], lessons: string[] = []): Record<string, string> {
  const [lines, first] = [MANIFEST.split('\n').slice(0, -1), lessons]
  return {
    'course.yaml': [...fields, ...lines, ...first.map((line) => `      ${line}`)].join('\n'),
  }
}

describe('the files that texts name', () => {
  test('come along, and texts name them from the root of the course', async () => {
    const found = await read({
      'img/knot 1.png': png,
      'more/fig/post.svg': svg,
      'more/sheet.pdf': '%PDF-1.7',
      'unnamed.png': png,
      '01-bowline.md':
        '# A\n\n![a](img/knot%201.png) ![b](./img/knot%201.png "x") ![c](/img/knot%201.png#d)\n',
      'more/02-hitch.md':
        '# B\n\n![d](fig/post.svg) [e](sheet.pdf#page=2) <img src="../img/knot%201.png"> ' +
        '`![f](fig/post.svg)`\n\n[ref]: <../img/knot 1.png>\n',
    })

    expect(found.warnings).toEqual([])
    expect(found.sizes).toEqual([
      ['img/knot 1.png', 10],
      ['more/fig/post.svg', svg.length],
      ['more/sheet.pdf', 8],
    ])
    expect(found.bytes['img/knot 1.png']).toBe(png.toString('hex'))
    expect(found.texts).toEqual([
      '![a](img/knot%201.png) ![b](./img/knot%201.png "x") ![c](img/knot%201.png#d)',
      '![d](more/fig/post.svg) [e](more/sheet.pdf#page=2) <img src="img/knot%201.png"> ' +
        '`![f](fig/post.svg)`\n\n[ref]: <img/knot 1.png>',
    ])
  })

  test('that are not there, and course.yaml itself, are reported and stop nothing', async () => {
    const text = '# A\n\n![a](none.png) [b](course.yaml) ![c](../x.png) ![d](more)'

    const { sizes, warnings } = await read({ '01-bowline.md': text })

    expect(sizes).toEqual([])
    expect(warnings).toEqual([
      '01-bowline.md:3: dead picture: the course\'s folder has no file "none.png"; correct or remove it',
      '01-bowline.md:3: dead link: "course.yaml" is not a lesson of this course; link to an https URL instead',
      '01-bowline.md:3: dead picture: the course\'s folder has no file "../x.png"; correct or remove it',
      '01-bowline.md:3: dead picture: the course\'s folder has no file "more"; correct or remove it',
    ])
  })

  test('that lead out of the folder, hide, or cannot be told apart are mistakes', async () => {
    await using folder = await courseFolder({
      ...FILES,
      '.hidden/a.png': png,
      'img/A.png': png,
      'img/a.png': png,
      '01-bowline.md':
        '# A\n\n![a](out.png)\n![b](.hidden/a.png)\n![c](img/a.png)\n![d](img/A.png)',
    })
    await writeFile(`${folder.path}-secret.png`, png)
    await symlink(`${folder.path}-secret.png`, join(folder.path, 'out.png'))

    expect((await complaintsOf(folder.path)).split('\n')).toEqual([
      '01-bowline.md:3: the file "out.png" is outside the course\'s folder: move it into the folder',
      '01-bowline.md:4: the name ".hidden/a.png" has a part that begins with a dot: leave it out',
      '01-bowline.md:6: "img/A.png" differs from img/a.png in case only: give one of them a ' +
        'different name',
    ])
  })
})

describe('a lesson', () => {
  const typed = [
    '- file: more/02-hitch.md',
    '  type: video',
    '  video:',
    '    sources: [{ file: videos/hitch.webm }, { url: "https://video.example.org/hitch.mp4" }]',
    '    poster: img/hitch.png',
    '    captions: [{ language: en, label: English, file: videos/hitch.vtt }]',
    '    seconds: 600',
    '    transcript: videos/hitch.md',
    '- { type: link, key: more, title: More, minutes: 2, link: { url: "https://example.org/a" } }',
    '- { type: file, key: sheet, title: Sheet, minutes: 3, document: { file: s.pdf }, requires: [more] }',
  ]
  const files = {
    'videos/hitch.webm': 'webm',
    'videos/hitch.vtt': 'WEBVTT',
    'videos/hitch.md': 'Two turns. ![a](../img/hitch.png) [b](../01-bowline.md)\n',
    'img/hitch.png': png,
    's.pdf': '%PDF-1.7',
  }

  test('can be a video, a link or a file, with files by their paths in the folder', async () => {
    const { course, sizes, warnings } = await read({
      ...files,
      ...manifest([], typed),
      'more/02-hitch.md': '---\ntitle: The hitch\n---\n',
    })

    expect(warnings).toEqual([])
    expect(sizes.map(([path]) => path)).toEqual([
      'img/hitch.png',
      's.pdf',
      'videos/hitch.vtt',
      'videos/hitch.webm',
    ])
    const common = { required: true, preview: false, content: '' }
    expect(course.sections[0]?.lessons.slice(1)).toEqual([
      {
        ...common,
        key: '02-hitch',
        title: 'The hitch',
        type: 'video',
        minutes: 10,
        details: {
          video: {
            sources: [
              { file: 'videos/hitch.webm' },
              { url: 'https://video.example.org/hitch.mp4' },
            ],
            poster: 'img/hitch.png',
            captions: [{ language: 'en', label: 'English', file: 'videos/hitch.vtt' }],
            seconds: 600,
            transcript: 'Two turns. ![a](img/hitch.png) [b](01-bowline.md)',
          },
        },
      },
      {
        ...common,
        key: 'more',
        title: 'More',
        type: 'link',
        minutes: 2,
        details: { link: { url: 'https://example.org/a' } },
      },
      {
        ...common,
        key: 'sheet',
        title: 'Sheet',
        type: 'file',
        minutes: 3,
        details: { file: { file: 's.pdf' }, prerequisites: ['more'] },
      },
    ])
  })

  test('has a transcript whose dead links are named with their lines in its file', async () => {
    const { warnings } = await read({
      ...files,
      ...manifest([], typed),
      'more/02-hitch.md': '---\ntitle: The hitch\n---\n',
      'videos/hitch.md': '\r\n\r\n\r\nTwo turns.\r\n\r\n[b](none.md)\r\n',
    })

    expect(warnings).toEqual([expect.stringContaining('videos/hitch.md:6: dead link')])
  })

  test.each([
    [
      'whose link would run in a browser',
      'Two turns.\n\n[b](javascript:alert(1))\n',
      'videos/hitch.md:3: "javascript:alert(1)" would run in a browser: link to an https URL instead',
    ],
    [
      'that the API would refuse',
      'word '.repeat(20_001),
      "course.yaml:17: the lesson's video.transcript must be at most 100000 characters long",
    ],
  ])('has no transcript %s', async (_, transcript, complaint) => {
    const text = '---\ntitle: The hitch\n---\n'
    expect(
      await complaintsAbout({
        ...files,
        ...manifest([], typed),
        'more/02-hitch.md': text,
        'videos/hitch.md': transcript,
      }),
    ).toBe(complaint)
  })

  test.each([
    [
      '{ type: link, file: more/02-hitch.md }',
      "the lesson's link is missing: a lesson of type link needs it",
    ],
    [
      '{ type: file, file: more/02-hitch.md }',
      "the lesson's document is missing: a lesson of type file needs it",
    ],
    [
      '{ file: more/02-hitch.md, link: { url: "https://a.example" } }',
      "the lesson's link belongs to lessons of a different type: set type to link",
    ],
    [
      '{ type: link, file: more/02-hitch.md, link: { url: "javascript:alert(1)" } }',
      "the lesson's link.url must be an address like https://example.org/page, without a user name in it",
    ],
    [
      '{ type: link, file: more/02-hitch.md, link: { urll: "https://a.example" } }',
      'the lesson\'s link has no field "urll": did you mean url?',
    ],
    [
      '{ type: file, file: more/02-hitch.md, document: { file: none.pdf } }',
      'there is no such file "none.pdf": add it, or correct the name',
    ],
    [
      '{ type: file, file: more/02-hitch.md, document: { file: ../x.pdf } }',
      "the lesson's document.file has a part that begins with a dot: leave it out",
    ],
    [
      '{ file: more/02-hitch.md, requires: [reef] }',
      'no lesson has the key "reef": correct or remove this requirement',
    ],
    [
      '{ type: video, file: more/02-hitch.md, video: { sources: [] } }',
      "the lesson's video.sources are empty: a video needs at least one",
    ],
  ])('%s is a mistake', async (entry, complaint) => {
    expect(await complaintsAbout(manifest([], [`- ${entry}`]))).toBe(`course.yaml:10: ${complaint}`)
  })

  test('without a text states what its text would say', async () => {
    const entry = '- { type: link, link: { url: "https://a.example" } }'
    expect((await complaintsAbout(manifest([], [entry]))).split('\n').sort()).toEqual([
      "course.yaml:10: the lesson's key is missing: a lesson without a text needs it",
      "course.yaml:10: the lesson's minutes is missing: a lesson without a text needs it",
      "course.yaml:10: the lesson's title is missing: a lesson without a text needs it",
    ])
  })
})

describe('a course', () => {
  test('says what the catalogue shows, with a cover from its folder, and its rules', async () => {
    const stated = [
      'authors: [Ada Lovelace, Grace Hopper]',
      'categories: [handcraft]',
      'tags: [knots, ropes]',
      'level: beginner',
      'cover: img/cover.png',
      'honesty: watched',
      'html: basic',
    ]
    const { course, sizes } = await read({
      ...manifest(stated, ['- { file: more/02-hitch.md }']),
      'img/cover.png': png,
    })

    expect(sizes).toEqual([['img/cover.png', 10]])
    expect(course).toMatchObject({
      authors: ['Ada Lovelace', 'Grace Hopper'],
      categories: ['handcraft'],
      tags: ['knots', 'ropes'],
      level: 'beginner',
      cover: 'img/cover.png',
      honesty: 'watched',
      html: 'basic',
    })
  })

  test.each([
    ['level: expert', 'level must be beginner, intermediate or advanced'],
    [
      'tags: [Knots]',
      'this tag must be lower-case letters, digits and single dashes, like web-development',
    ],
    ['tags: [a, a]', 'tags name one twice: remove it'],
    ['authors: []\nlevl: beginner', 'this file has no field "levl": did you mean level?'],
    ['cover: none.png', 'there is no such file "none.png": add it, or correct the name'],
    ['honesty: trust', 'honesty must be none or watched'],
  ])('%s is a mistake', async (field, complaint) => {
    const fields = field.split('\n')
    const changes = manifest(fields, ['- { file: more/02-hitch.md }'])
    expect(await complaintsAbout(changes)).toBe(`course.yaml:${fields.length}: ${complaint}`)
  })
})

test('a file that is named is not open before its bytes are asked for', async () => {
  await using folder = await courseFolder({ ...FILES, 'img/knot.png': png })
  const { bytes } = await (await openFolder(folder.path)).open('img/knot.png', {
    file: 'course.yaml',
    line: 1,
  })
  await rm(join(folder.path, 'img/knot.png'))

  await expect(buffer(Readable.from(bytes))).rejects.toThrow('ENOENT')
})
