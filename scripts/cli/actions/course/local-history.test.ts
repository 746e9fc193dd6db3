import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasGit } from '../../../../server/test/git-host.ts'
import { listRenames } from './local-history.ts'

test.skipIf(!hasGit)('a new file in the place of a renamed one ends that rename', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-history-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: folder,
    })
  const commit = () => [git('add', '--all'), git('commit', '--quiet', '-m', 'A step')]
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  try {
    git('init', '--quiet')
    await write('old.md', 'Loops that hold\n'.repeat(20))
    await write('other.md', 'Hitches for posts\n'.repeat(20))
    commit()
    git('mv', 'old.md', 'new.md')
    git('mv', 'other.md', 'posts.md')
    commit()
    expect(await listRenames(folder)).toEqual([
      ['old.md', 'new.md'],
      ['other.md', 'posts.md'],
    ])

    await write('old.md', 'Splices of wire\n'.repeat(20))
    commit()
    expect(await listRenames(folder)).toEqual([['other.md', 'posts.md']])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
