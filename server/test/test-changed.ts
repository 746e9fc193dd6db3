import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { roomFolders } from './rooms.ts'

/*
 * `npm run test:changed [-- <commit>]`: the tests of the rooms that differ from the commit (`HEAD`
 * without one), and of those above them. A change elsewhere runs them all.
 */
const root = join(import.meta.dirname, '../..')
const [commit = 'HEAD'] = process.argv.slice(2)
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const changed = [
  ...git('diff', '--name-only', commit, '--').split('\n'),
  ...git('ls-files', '--others', '--exclude-standard').split('\n'),
].filter((path) => path !== '' && !path.endsWith('.md'))

const lowest = Math.max(...changed.map((path) => floorOf(path)), -1)
if (lowest < 0) {
  process.stdout.write(`Nothing differs from ${commit}.\n`)
} else {
  const folders = roomFolders.slice(0, lowest + 1).map((room) => join(root, room, '/'))
  const { status } = spawnSync('vitest', ['run', ...folders], { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
}

/** The place of the room from the top; what lies outside of them can change any. */
function floorOf(path: string): number {
  const floor = roomFolders.indexOf(path.split('/')[0] ?? '')
  return floor < 0 ? roomFolders.length - 1 : floor
}
