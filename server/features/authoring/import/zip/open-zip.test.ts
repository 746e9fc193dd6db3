import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { readCourse } from '../../../../../books/folder/course-folder.ts'
import { FILES } from '../../../../../books/folder/test-support.ts'
import { CourseFolderError } from '../../../../../books/reading/course-folder-error.ts'
import { maxZipBytes, openZip } from './open-zip.ts'

type Files = Record<string, string | Buffer>

async function zipOf(files: Files, options: { compress?: boolean; mode?: number } = {}) {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), name, options)
  zip.end()
  return buffer(zip.outputStream as unknown as AsyncIterable<Buffer>)
}

/** Replaces a name by one of equal length, because libraries that make zips refuse such names. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  const [old, name] = [Buffer.from(from), Buffer.from(to)]
  if (old.length !== name.length) throw new Error('The names differ in length.')
  const changed = Buffer.from(zip)
  for (let at = changed.indexOf(old); at >= 0; at = changed.indexOf(old, at + 1))
    name.copy(changed, at)
  return changed
}

async function complaints(zip: Buffer): Promise<string> {
  const error: unknown = await openZip(zip, 'a.zip')
    .then(readCourse)
    .then(
      () => 'no error',
      (refusal: unknown) => refusal,
    )
  if (!(error instanceof CourseFolderError)) throw new Error('no complaint', { cause: error })
  return error.message
}

describe('a zip is read like the folder that it is of', () => {
  test.each([
    ['compressed', FILES, { compress: true }],
    ['as it is', FILES, { compress: false }],
    [
      'with the folder itself, and what macOS adds',
      {
        ...Object.fromEntries(
          Object.entries(FILES).map(([name, content]) => [`knots/${name}`, content]),
        ),
        '__MACOSX/knots/._course.yaml': 'x',
      },
      {},
    ],
  ])('%s', async (_, files, options) => {
    const { course, warnings } = await readCourse(
      await openZip(await zipOf(files as Files, options), 'a.zip'),
    )

    expect(warnings).toEqual([])
    expect(course.sections[0]?.lessons.map(({ title }) => title)).toEqual([
      'The bowline',
      'The clove hitch',
    ])
  })

  test('whichever way its program composes letters and writes sizes', async () => {
    const zip = new ZipFile()
    const files = {
      ...FILES,
      'course.yaml': FILES['course.yaml'].replace('01-bowline.md', 'Ünit/Pålstek.md'),
      'Ünit/Pålstek.md':
        '# The bowline\n\n![a](../img/kn\u00f6t.png) ![b](../img/kno\u0308t.png)\n',
      'img/knöt.png': 'x',
    }
    for (const [name, content] of Object.entries(files))
      zip.addBuffer(Buffer.from(content), name.normalize('NFD'), { forceZip64Format: true })
    zip.end()
    const bytes = await buffer(zip.outputStream as unknown as AsyncIterable<Buffer>)

    const { warnings, files: named } = await readCourse(await openZip(bytes, 'a.zip'))

    expect(warnings).toEqual([])
    expect(named.map(({ path }) => path)).toEqual(['img/knöt.png'])
  })

  test('and its mistakes have file and line', async () => {
    const zip = await zipOf({ ...FILES, 'course.yaml': FILES['course.yaml'].replace('4900', '-1') })
    expect(await complaints(zip)).toBe('course.yaml:5: price.amount must not be negative')
  })
})

describe('refused by name is', () => {
  const name = 'aa/bb/cc.txt'
  const withFile = (content: string | Buffer = 'x') => zipOf({ ...FILES, [name]: content })

  test.each([
    ['../../aa.txt', 'this name leads out of the zip: remove the ..'],
    ['/etc/passwd.', 'this name is absolute: name files relative to the top of the zip'],
    ['c:/bb/cc.txt', 'this name is absolute: name files relative to the top of the zip'],
    ['aa\\bb\\cc.txt', 'this name contains a backslash: use / between folders'],
    ['aa/bb/c\u0001.txt', 'this name contains a control character: rename the file'],
  ])('%j', async (bad, complaint) => {
    expect(await complaints(renamed(await withFile(), name, bad))).toBe(`${bad}: ${complaint}`)
  })

  test('a name that is not UTF-8', async () => {
    const zip = await withFile()
    for (let at = zip.indexOf(name); at >= 0; at = zip.indexOf(name, at + 1)) zip[at] = 0xff
    expect(await complaints(zip)).toContain('this name is not UTF-8')
  })

  test('a name that occurs twice, or differs only in its spelling', async () => {
    const twice = await zipOf({
      ...FILES,
      'one.txt': '1',
      'two.txt': '2',
      'Écho.md': '3',
      'éCHO.md': '4',
    })
    expect(await complaints(renamed(twice, 'two.txt', 'one.txt'))).toBe(
      'one.txt: this name occurs twice: remove one of the files\n' +
        'éCHO.md: this name differs only in its spelling from "Écho.md": rename one of them',
    )
  })

  test('a file that has the name of a folder, whichever comes first', async () => {
    const both = await zipOf({ ...FILES, k: '1', 'k/x/y.png': '2', 'A/b/c.png': '3', 'a/B': '4' })
    expect(await complaints(both)).toBe(
      'k/x/y.png: this lies in a folder with the name of the file "k": rename one of them\n' +
        'a/B: this is the name of a folder, too: rename one of them',
    )
  })

  test('a name that is too long, of which only the beginning is shown', async () => {
    const zip = await zipOf({ [`${'n'.repeat(60_000)}.md`]: 'x' })
    expect(await complaints(zip)).toBe(
      `${'n'.repeat(100)}…: this name has more than 1024 bytes: rename the file`,
    )
  })

  test('a symbolic link', async () => {
    const zip = await zipOf({ 'link.md': '/etc/passwd' }, { mode: 0o120777 })
    expect(await complaints(zip)).toContain('link.md: this is a link or something else than a file')
  })

  test('an encrypted file, and a compression of another kind', async () => {
    const entry = (zip: Buffer) => zip.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
    const encrypted = await zipOf({ 'course.yaml': 'x' })
    encrypted.writeUInt16LE(encrypted.readUInt16LE(entry(encrypted) + 8) | 1, entry(encrypted) + 8)
    expect(await complaints(encrypted)).toContain('course.yaml: this file is encrypted')
    const packed = await zipOf({ 'course.yaml': 'x' })
    packed.writeUInt16LE(12, entry(packed) + 10)
    expect(await complaints(packed)).toContain('this file is compressed in a way')
  })

  test('what is not a zip, half of one, and one with a damaged file', async () => {
    const zip = await zipOf(FILES, { compress: false })
    const advice = 'a.zip: this is not a zip, or only a part of one'
    expect(await complaints(Buffer.from('not a zip'))).toBe(advice)
    expect(await complaints(zip.subarray(0, zip.length / 2))).toBe(advice)
    const damaged = Buffer.from(zip)
    damaged[zip.indexOf('never slips')] = 0x58
    expect(await complaints(damaged)).toContain('01-bowline.md: this file is damaged')
  })

  test('a bomb: one file, many files, and a zip that says less than it holds', async () => {
    const one = await zipOf({ ...FILES, '01-bowline.md': Buffer.alloc(5_000_000) })
    expect(await complaints(one)).toContain(
      '01-bowline.md:1: this file is too large: 5000000 bytes, at most 4000000 are allowed',
    )

    const lessons = Array.from({ length: 20 }, (_, index) => `      - { file: l${index}.md }`)
    const text = Buffer.alloc(3_900_000, 'é')
    const many = await zipOf({
      'course.yaml': [...FILES['course.yaml'].split('\n').slice(0, 8), ...lessons].join('\n'),
      ...Object.fromEntries(lessons.map((_, index) => [`l${index}.md`, text])),
    })
    expect(await complaints(many)).toContain(
      `a.zip: this zip unpacks to more than ${maxZipBytes} bytes: split it`,
    )

    const liar = await zipOf({ ...FILES, '01-bowline.md': Buffer.alloc(5_000_000) })
    for (
      let at = liar.indexOf('PK\u0001\u0002');
      at >= 0;
      at = liar.indexOf('PK\u0001\u0002', at + 1)
    )
      liar.writeUInt32LE(100, at + 24)
    expect(await complaints(liar)).toContain('this file is damaged')
  })

  test('a zip whose directory says something else than what lies in it', async () => {
    const zip = await zipOf(FILES, { compress: false })
    const entry = (at: number) => zip.indexOf('PK\u0001\u0002', at)
    const end = zip.lastIndexOf('PK\u0005\u0006')
    const withChange = (change: (zip: Buffer) => void) => {
      const changed = Buffer.from(zip)
      change(changed)
      return complaints(changed)
    }
    const damaged = 'a.zip: this zip is damaged: make it again'

    expect(
      await withChange((it) => it.writeUInt32LE(it.readUInt32LE(entry(0) + 20) + 1, entry(0) + 20)),
    ).toBe(damaged)
    expect(await withChange((it) => it.writeUInt32LE(7, entry(0) + 42))).toContain(
      'this file is damaged',
    )
    expect(await withChange((it) => it.writeUInt32LE(zip.length, entry(0) + 42))).toContain(
      'this file is damaged',
    )
    expect(await withChange((it) => it.writeUInt32LE(zip.length - 10, end + 16))).toBe(damaged)
    expect(await withChange((it) => it.writeUInt16LE(60_000, end + 10))).toContain('too many files')
    expect(await withChange((it) => it.writeUInt16LE(50, end + 10))).toBe(damaged)
    expect(await complaints(Buffer.concat([Buffer.from('#!/bin/sh\n'), zip]))).toBe(damaged)
    expect(await complaints(Buffer.concat([zip, Buffer.from('more')]))).toContain('not a zip')
    expect(await complaints(await zipOf({ 'inner.zip': zip }))).toContain('course.yaml')
  })

  test('a zip of too many files, and one that is too large', async () => {
    const files = Object.fromEntries(Array.from({ length: 3001 }, (_, index) => [`${index}`, 'x']))
    expect(await complaints(await zipOf(files))).toBe(
      'a.zip: this zip has too many files: at most 3000 are allowed',
    )
    expect(await complaints(Buffer.alloc(maxZipBytes + 1))).toContain('this file is too large')
  })
})
