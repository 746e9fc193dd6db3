import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs a script that uses the log; returns its output and how it ends. */
function run(script: string) {
  const { stdout, stderr, status, signal } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', `${preamble}${script}`],
    {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      timeout: 60_000,
    },
  )
  const lines = stdout.split('\n').slice(0, -1)
  return { messages: lines.map((line) => JSON.parse(line).msg), stderr, status, signal }
}

const preamble = `
  import fs from 'node:fs'
  import { createLog } from './log.ts'
  const log = createLog('info')
  const turn = () => new Promise(setImmediate)
`

test('lines logged right before the process exits are written, in order', () => {
  const { messages, status } = run(
    `log.info('one'); await turn(); log.info('two'); log.info('three'); process.exit(3)`,
  )
  expect([messages, status]).toEqual([['one', 'two', 'three'], 3])
})

test('a fatal line is written at once, with all lines before it', () => {
  const { messages, signal } = run(
    `log.info('one'); log.fatal('the end'); process.kill(process.pid, 'SIGKILL')`,
  )
  expect([messages, signal]).toEqual([['one', 'the end'], 'SIGKILL'])
})

test('a full disk costs lines but not the process, and logging goes on when there is room', () => {
  const { messages, stderr, status } = run(`
    const { writeSync } = fs
    fs.writeSync = () => { throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }) }
    for (let count = 0; count < 3; count++) { log.info('there is no room'); await turn() }
    fs.writeSync = writeSync
    for (let count = 0; count < 3; count++) { log.info('there is room'); await turn() }
  `)
  expect([messages, stderr, status]).toEqual([Array(3).fill('there is room'), '', 0])
})
