import { execFileSync } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { courseFolder } from '../../../../books/folder/test-support.ts'
import type { FormatName } from '../../../../books/formats/formats.ts'
import { readCourseTree } from '../../../../books/formats/read-course-tree.ts'
import { markupShown } from '../../../../books/html/test-support.ts'
import { openFolder } from '../../../../books/reading/course-files.ts'
import { CourseFolderError, formatProblem } from '../../../../books/reading/course-folder-error.ts'
import { zipFiles } from '../../../../lib/files/zip-files.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { draftCourse } from './draft-course.ts'
import { publishCourse } from './publish-course.ts'
import { storeReading } from './store-reading.ts'

const api = await forAllTests(startApi())

type Tree = Record<string, string | Uint8Array>

interface Book {
  tree: Tree
  /** A page of the book, and one line before its text. */
  page: string
  text(content: string): string
  /** A YAML file that the book reads. */
  yaml: string
}

const plain = (content: string) => `# Title\n${content}\n`
const uuid = '00000000-0000-4000-8000-000000000001'
const track = {
  language: 'Abacus',
  slug: 'abacus',
  exercises: { concept: [], practice: [{ uuid, slug: 'easy', name: 'Easy' }] },
}

/** A small book of each format. */
const books: Record<FormatName, Book> = {
  lyceum: {
    tree: {
      'course.yaml': [
        'slug: attacked',
        'title: Attacked',
        'summary: Stays as it was.',
        'language: en',
        'price: { amount: 0, currency: USD }',
        'sections: [{ title: One, lessons: [{ file: text/a.md }] }]',
      ].join('\n'),
      'text/a.md': plain('Text.'),
    },
    page: 'text/a.md',
    text: plain,
    yaml: 'course.yaml',
  },
  mdbook: {
    tree: {
      'book.toml': '[book]\ntitle = "Attacked"\n',
      'src/SUMMARY.md': '# Summary\n\n- [Title](a.md)\n',
      'src/a.md': plain('Text.'),
    },
    page: 'src/a.md',
    text: plain,
    yaml: 'lyceum.yaml',
  },
  huggingface: {
    tree: {
      'lyceum.yaml': 'title: Attacked\n',
      'chapters/en/_toctree.yml': '- title: One\n  sections:\n  - local: a/1\n',
      'chapters/en/a/1.mdx': plain('Text.'),
    },
    page: 'chapters/en/a/1.mdx',
    text: plain,
    yaml: 'chapters/en/_toctree.yml',
  },
  exercism: {
    tree: {
      'config.json': JSON.stringify(track),
      'exercises/practice/easy/.docs/instructions.md': plain('Text.'),
    },
    page: 'exercises/practice/easy/.docs/instructions.md',
    text: plain,
    yaml: 'lyceum.yaml',
  },
  carpentries: {
    tree: {
      'config.yaml': 'title: Attacked\n',
      'episodes/a.md': '---\ntitle: A\n---\nText.\n',
    },
    page: 'episodes/a.md',
    text: (content) => `---\ntitle: A\n---\n${content}\n`,
    yaml: 'config.yaml',
  },
  jupyterbook: {
    tree: {
      '_toc.yml': 'format: jb-book\nroot: a\n',
      '_config.yml': 'title: Attacked\n',
      'a.md': plain('Text.'),
    },
    page: 'a.md',
    text: plain,
    yaml: '_toc.yml',
  },
  microsoft: {
    tree: {
      'README.md': '# Attacked\n',
      '1-one/README.md': plain('Text.'),
      '2-two/README.md': plain('Text.'),
    },
    page: '1-one/README.md',
    text: plain,
    yaml: 'lyceum.yaml',
  },
}
/** Markup of books that no learner should see. */
const marks = [
  '<!-- a comment -->',
  'Some <b>bold</b> <kbd>Ctrl</kbd> H<sub>2</sub>O words, <a id="here"></a>and [back](#here).',
  '',
  '<details>',
  '<summary>Notes</summary>',
  '',
  '- one',
  '',
  '</details>',
  '',
  '<p align="center">',
  '    <em>So.</em><br/>',
  '    <unknown-part size="3">it is</unknown-part>',
  '</p>',
  '',
  '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
  '',
  '> [!NOTE]',
  '> Careful.',
].join('\n')
const formats = Object.entries(books).map(([format, book]) => ({
  format: format as FormatName,
  ...book,
}))

/** Imports a book changed beforehand; returns why it is refused, with nothing written. */
async function refusalOf(
  { format, tree }: { format: string; tree: Tree },
  changes: Tree | ((folder: string) => Promise<unknown>),
): Promise<string> {
  const files = typeof changes === 'function' ? tree : { ...tree, ...changes }
  await using folder = await courseFolder(files)
  if (typeof changes === 'function') await changes(folder.path)
  const before = await rowsOf()
  const error: unknown = await importTree(folder.path, format).then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  expect(await rowsOf()).toEqual(before)
  if (!(error instanceof CourseFolderError))
    throw new Error('expected mistakes of the folder', { cause: error })
  return error.problems.map(formatProblem).join('\n').replaceAll(`${folder.path}/`, '')
}

async function importTree(path: string, format: string) {
  const files = await openFolder(path)
  const reading = await readCourseTree(files, { format: format as FormatName, folder: '' })
  const { course } = await storeReading(api.deps, reading)
  return draftCourse(api.deps, course)
}

async function rowsOf(): Promise<unknown> {
  const { rows } = await api.deps.db.execute(
    sql`select (select count(*) from courses) as courses, (select count(*) from drafts) as drafts,
      (select count(*) from draft_lessons) as lessons, (select count(*) from media) as media,
      (select count(*) from media_chunks) as chunks, (select count(*) from course_files) as files`,
  )
  return rows
}

describe.for(formats)('an import of the format $format', (book) => {
  const { page, text, yaml } = book
  const line = text('').split('\n').length - 1

  test('is possible', async () => {
    await using folder = await courseFolder(book.tree)
    expect(await importTree(folder.path, book.format)).toMatchObject({ outcome: 'draft' })
  })

  test('refuses an address that a browser would run, with its line', async () => {
    const attacks = [
      '[a](javascript:alert(1))',
      '![a](data:image/svg+xml;base64,PHN2Zy8+)',
      '[a](java&#x73;cript:alert(1))',
      '<vbscript:alert(1)>',
    ]
    for (const attack of attacks)
      expect(await refusalOf(book, { [page]: text(`Text. ${attack}`) })).toMatch(
        new RegExp(`^.*:${line}: .* would run in a browser: link to an https URL instead$`, 'u'),
      )
  })

  test.skipIf(book.format === 'lyceum')('shows learners no marks of HTML', async () => {
    await using folder = await courseFolder({ ...book.tree, [page]: text(marks) })
    const files = await openFolder(folder.path)
    const { course, warnings } = await readCourseTree(files, {
      format: book.format,
      folder: '',
    })
    const shown = course.sections.flatMap(({ lessons }) =>
      lessons.flatMap(({ content }) => markupShown(content)),
    )

    expect(shown).toEqual([])
    expect(warnings.map(({ message }) => message)).toEqual([
      '<unknown-part> is not known: only its text is shown',
    ])
  })

  test('keeps formulas whole, whatever is in them', async () => {
    const formulas = ['$a<b>c$', '$x_{1}^{[2](3)}$', '$\\{y\\}{.z}$', '$$\\sum_{i} *a* <em> {b}$$']
    await using folder = await courseFolder({ ...book.tree, [page]: text(formulas.join(' and ')) })
    const files = await openFolder(folder.path)
    const { course } = await readCourseTree(files, { format: book.format, folder: '' })
    const written = course.sections.flatMap(({ lessons }) => lessons.map(({ content }) => content))

    expect(written.join('\n')).toContain(formulas.join(' and '))
  })

  test('never follows a link out of the folder, to a page, a picture or a folder', async () => {
    await using secrets = await courseFolder({ 'secret.md': plain('Secret.'), 'a.png': 'secret' })
    const linked = async (path: string, target: string, content?: string) =>
      refusalOf(book, async (folder) => {
        if (content !== undefined) await writeFile(join(folder, page), content)
        await rm(join(folder, path), { force: true, recursive: true })
        await symlink(target, join(folder, path))
      })
    const outside = /outside/u
    expect(await linked(page, join(secrets.path, 'secret.md'))).toMatch(outside)
    const picture = text('![Picture](secret.png)')
    const beside = (name: string) => join(dirname(page), name)
    const taken = linked(beside('secret.png'), join(secrets.path, 'a.png'), picture)
    // Expects nothing to be searched in a hidden folder.
    const refused = dirname(page).includes('/.') ? /not taken/u : /secret\.png.* is outside/u
    expect(await taken.catch(() => 'not taken')).toMatch(refused)
    const inside = text('![Picture](secrets/a.png)')
    const refusal = await linked(beside('secrets'), secrets.path, inside).catch(() => 'not taken')
    expect(refusal).toMatch(/outside|not taken/u)
  })

  test('takes nothing from above the folder or from the root of the disk', async () => {
    const up = '../'.repeat(30)
    for (const target of [`${up}etc/passwd`, '/etc/passwd', '%2e%2e/%2e%2e/%2e%2e/etc/passwd']) {
      await using folder = await courseFolder({
        ...book.tree,
        [page]: text(`Text. ![a](${target}) [b](${target})`),
      })
      const files = await openFolder(folder.path)
      const reading = await readCourseTree(files, {
        format: book.format as FormatName,
        folder: '',
      }).catch((error: unknown) => error)
      if (reading instanceof CourseFolderError) expect(reading.message).toMatch(/outside|\.\./u)
      else expect(reading).toMatchObject({ files: [] })
    }
  })

  test.skipIf(process.platform === 'win32')(
    'refuses a pipe and a socket, and does not wait for them',
    async () => {
      const pipe = await refusalOf(book, async (folder) => {
        await rm(join(folder, page))
        execFileSync('mkfifo', [join(folder, page)])
      })
      expect(pipe).toMatch(/is not a file/u)
      const server = createServer()
      const socket = await refusalOf(book, async (folder) => {
        await rm(join(folder, page))
        await new Promise<void>((done) => server.listen(join(folder, page), done))
      })
      server.close()
      expect(socket).toMatch(/is not a file/u)
    },
  )

  test('refuses YAML that multiplies, is nested too deeply, or names the prototype', async () => {
    const laughs = Array.from(
      { length: 30 },
      (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`,
    )
    const bombs = [
      ['a0: &a0 lol', ...laughs].join('\n'),
      `a: ${'['.repeat(100_000)}`,
      '? '.repeat(10_000),
      '__proto__: { title: Evil }\nconstructor: { prototype: { title: Evil } }',
    ]
    for (const bomb of bombs) {
      expect(await refusalOf(book, { [yaml]: bomb })).toContain(`${yaml}:`)
      expect(await refusalOf(book, { 'lyceum.yaml': bomb }).catch(() => 'not read')).toMatch(
        /lyceum\.yaml:|not read/u,
      )
    }
    expect(Object.hasOwn(Object.prototype, 'title')).toBe(false)
  })

  test('refuses a page that is not text, or larger than a lesson can be', async () => {
    expect(await refusalOf(book, { [page]: Buffer.from([0x23, 0x20, 0xff, 0xfe]) })).toMatch(
      /UTF-8/u,
    )
    expect(await refusalOf(book, { [page]: text('Text.\0') })).toMatch(/NUL/u)
    expect(await refusalOf(book, { [page]: text('a '.repeat(2_100_000)) })).toMatch(/too large/u)
  })

  test('refuses names that show something else than they are', async () => {
    const names = ['gnp\u202eexe.png', 'a\u0001.png']
    for (const name of names) {
      const picture = { [join(dirname(page), name)]: 'picture' }
      const content = text(`![a](<${name}>)`)
      const refusal = await refusalOf(book, { [page]: content, ...picture }).catch(() => 'dead')
      expect(refusal).toMatch(/name|character|dead/u)
    }
    const twins = { [join(dirname(page), 'A.png')]: 'A', [join(dirname(page), 'a.png')]: 'a' }
    expect(await refusalOf(book, { [page]: text('![A](A.png) ![a](a.png)'), ...twins })).toMatch(
      /case|spelling|dot/u,
    )
  })
})

test('a table of contents of nothing but brackets is a mistake', async () => {
  const { mdbook, exercism } = books
  const deep = '['.repeat(400_000)
  expect(
    await refusalOf({ format: 'mdbook', ...mdbook }, { 'book.toml': `a = ${deep}` }),
  ).toContain('book.toml:')
  expect(await refusalOf({ format: 'exercism', ...exercism }, { 'config.json': deep })).toContain(
    'config.json:1: this is not valid JSON',
  )
})

test('a folder of ten thousand files takes those that its lessons name', {
  timeout: 60_000,
}, async () => {
  await using folder = await courseFolder({
    ...books.lyceum.tree,
    'text/a.md': plain('![a](0.png)'),
  })
  await mkdir(join(folder.path, 'many'))
  for (let number = 0; number < 10_000; number += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        writeFile(join(folder.path, 'many', `${number + index}.txt`), ''),
      ),
    )
  await writeFile(join(folder.path, 'text/0.png'), 'picture')
  const files = await openFolder(folder.path)
  const reading = await readCourseTree(files, { format: 'auto', folder: '' })
  expect(reading.files.map(({ path }) => path)).toEqual(['text/0.png'])
})

test('over HTTP an attack is refused by file and line, and nothing is written', async () => {
  const author = await api.given.learner()
  const admin = await api.given.admin()
  const course = await api.as(admin).authoring.create.mutate({
    slug: 'attacked-by-zip',
    title: 'Attacked',
    summary: 'Stays as it was.',
    language: 'en',
    price: { amount: 0, currency: 'USD' },
    ownerEmail: author.email,
  })
  const zip = async (tree: Tree) => {
    const entries = Object.entries({ ...books.lyceum.tree, ...tree })
    return buffer(
      zipFiles(Readable.from(entries.map(([name, it]) => ({ name, content: Buffer.from(it) })))),
    )
  }
  const importZip = async (tree: Tree) =>
    api.request(`POST /api/v1/authoring/courses/${course.id}/import`, {
      token: author.token,
      body: await zip(tree),
      headers: { 'content-type': 'application/zip' },
    })

  const before = await rowsOf()
  const refused = await importZip({ 'text/a.md': plain('[a](javascript:alert(1))') })
  expect(refused).toMatchObject({
    status: 400,
    body: { error: 'InvalidFields', issues: [{ path: 'text/a.md:2' }] },
  })
  const many = Array.from({ length: 3001 }, (_, index) => [`many/${index}.txt`, ''])
  expect(await importZip(Object.fromEntries(many))).toMatchObject({
    status: 400,
    body: { issues: [{ message: 'this zip has too many files: at most 3000 are allowed' }] },
  })
  expect(await rowsOf()).toEqual(before)
})

test('files that are two things at once are delivered as what they are, and never run', async () => {
  const script = '<script>fetch("https://example.org")</script>'
  const pictures: [name: string, bytes: Buffer, type: RegExp, disposition: string][] = [
    [
      'a.svg',
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      /svg/u,
      'attachment',
    ],
    [
      'b.png',
      Buffer.from(`<!doctype html><html>${script}</html>`),
      /html|plain|octet/u,
      'attachment',
    ],
    ['c.gif', Buffer.from('GIF89a/*\u0001\0\0*/=alert(1);', 'latin1'), /gif/u, 'inline'],
    ['d.pdf', Buffer.from(`%PDF-1.7\n${script}`), /pdf/u, 'inline'],
  ]
  await using folder = await courseFolder({
    ...books.lyceum.tree,
    'course.yaml': `${books.lyceum.tree['course.yaml']}`.replace('attacked', 'polyglots'),
    'text/a.md': plain(pictures.map(([name]) => `![p](${name}) [l](${name})`).join('\n')),
    ...Object.fromEntries(pictures.map(([name, bytes]) => [`text/${name}`, bytes])),
  })
  const files = await openFolder(folder.path)
  const reading = await readCourseTree(files, { format: 'auto', folder: '' })
  const { course } = await storeReading(api.deps, reading)
  await publishCourse(api.deps, course)
  const learner = await api.given.learner()
  await api.given.enrollment(learner, { slug: 'polyglots' })
  const { content } = await api
    .as(learner)
    .lessons.getByKey.query({ idOrSlug: 'polyglots', key: 'a' })

  for (const [name, , type, disposition] of pictures) {
    const [address = ''] = new RegExp(`http[^()\\s]*/${name}[^()\\s]*`, 'u').exec(content) ?? []
    const { pathname, search } = new URL(address)
    const { headers } = await api.server.inject({ url: pathname + search })
    expect(headers['content-type']).toMatch(type)
    expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition}`, 'u'))
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  }
})
