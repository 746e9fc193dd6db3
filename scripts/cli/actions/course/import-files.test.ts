import { execFileSync } from 'node:child_process'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { courseFolder, FILES, MANIFEST } from '../../../../books/folder/test-support.ts'
import { givenService } from '../../test/service.ts'

const { api, lyceum } = await givenService()

const run = (...args: string[]) => lyceum.run(['course', ...args])

const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const withPicture = (slug: string) => ({
  ...FILES,
  'course.yaml': MANIFEST.replace('slug: knots', `slug: ${slug}`).replace('4900', '0'),
  '01-bowline.md': '# The bowline\n\n![A loop](img/loop.svg)\n',
  'img/loop.svg': picture,
})

async function storedFiles(): Promise<unknown> {
  const { rows } = await api.deps.db.execute('select count(*)::int as files from media')
  return rows
}

describe('course import of a folder with a picture', () => {
  test('rehearses without storing it, takes it along, and exports it', async () => {
    await using folder = await courseFolder(withPicture('pictured'))

    const before = await storedFiles()
    const dry = await run('import', folder.path, '--dry-run')
    expect([dry.code, dry.stdout]).toEqual([
      0,
      'pictured: new course, version 1 with 2 lessons and 1 file (Knots for everyone)\n\n' +
        'This was a dry run: nothing was changed.\n',
    ])
    expect(await storedFiles()).toEqual(before)

    const imported = await run('import', folder.path, '--json')
    expect(imported.json.items).toMatchObject([
      { outcome: 'new course', files: 1, warnings: [], suggestions: [] },
    ])
    expect((await run('show', 'pictured', '--json')).json.files).toBe(1)
    expect((await run('show', 'pictured')).stdout).toMatch(/^Files +1$/m)

    const zip = join(folder.path, 'out.zip')
    expect((await run('export', 'pictured', '--output', zip)).code).toBe(0)
    const again = await run('import', zip)
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('pictured: unchanged')])
  })
})

function hasGit(): boolean {
  try {
    return execFileSync('git', ['--version']).length > 0
  } catch {
    return false
  }
}

const book = (slug: string) => ({
  'book/book.toml': '[book]\ntitle = "Ropes"\nlanguage = "en"\n',
  'book/lyceum.yaml': `slug: ${slug}\n`,
  'book/src/SUMMARY.md': '# Summary\n\n- [Fibres](fibres.md)\n- [Strands](strands.md)\n',
  'book/src/fibres.md': '# Fibres\n\nHemp and sisal.\n\n![A yarn](yarn.svg)\n',
  'book/src/strands.md': '# Strands\n\n```rust\n{{#include ../../listings/a.rs}}\n```\n',
  'book/src/yarn.svg': picture,
  'listings/a.rs': 'fn twist() {}\n',
})

async function renameFibres(folder: string): Promise<void> {
  await rename(join(folder, 'book/src/fibres.md'), join(folder, 'book/src/materials.md'))
  const summary = '# Summary\n\n- [Fibres](materials.md)\n- [Strands](strands.md)\n'
  await writeFile(join(folder, 'book/src/SUMMARY.md'), summary)
}

describe('course import of a book', () => {
  test('suggests in a dry run which lessons may have been renamed, and takes it by keys.yaml', async () => {
    await using folder = await courseFolder(book('ropes'))
    expect((await run('import', folder.path, '--folder', 'book')).stdout).toBe(
      'ropes: new course, version 1 with 2 lessons and 1 file (Ropes)\n',
    )
    await renameFibres(folder.path)

    const dry = await run('import', folder.path, '--folder', 'book', '--dry-run', '--json')
    expect(dry.stderr).toContain('  fibres: materials # Fibres\n')
    expect(dry.json.items).toMatchObject([
      { suggestions: [{ from: 'fibres', to: 'materials', title: 'Fibres' }] },
    ])
    expect(dry.stderr).toMatch(/^removed +fibres/m)

    await writeFile(join(folder.path, 'book/keys.yaml'), 'fibres: materials\n')
    const confirmed = await run('import', folder.path, '--folder', 'book', '--dry-run')
    expect(confirmed.stderr).not.toContain('may have been renamed')
    expect(confirmed.stderr).not.toMatch(/^removed +fibres/m)
  })

  test.skipIf(!hasGit())(
    'in a git repository follows its renames, and includes files of all of it (needs git)',
    async () => {
      await using folder = await courseFolder(book('ropes-in-git'))
      const git = (...args: string[]) => execFileSync('git', args, { cwd: folder.path })
      const commit = () => {
        git('add', '.')
        git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'Ropes')
      }
      git('init', '-q')
      commit()
      const path = join(folder.path, 'book')
      const first = await run('import', path)
      expect([first.code, first.stderr]).toEqual([0, expect.not.stringContaining('warning')])
      await renameFibres(folder.path)
      commit()

      const second = await run('import', path)
      expect(second.code).toBe(0)
      expect(second.stderr).not.toMatch(/^removed +fibres/m)
    },
  )

  test('with mistakes shows them all, and publishes nothing', async () => {
    const files = { ...book('broken'), 'book/src/SUMMARY.md': '- [A](a.md)\n- [B](b.md)\n' }
    await using folder = await courseFolder(files)

    const { code, stderr } = await run('import', folder.path, '--folder', 'book')

    expect(code).toBe(1)
    expect(stderr).toContain('SUMMARY.md:1: ')
    expect(stderr).toContain('SUMMARY.md:2: ')
    expect((await run('show', 'broken')).code).toBe(3)
  })
})
