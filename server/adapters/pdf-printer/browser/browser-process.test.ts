import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startBrowserProcess } from './browser-process.ts'

const env = { PATH: '/usr/bin:/bin' }

test('a program that does not exist ends at once and says so', async () => {
  const started = startBrowserProcess(['no-such-browser'], env)

  await started.ended

  expect(started.lastError()).toContain('ENOENT')
})

test('a process without file descriptors to spare survives that it starts none', async () => {
  const script = `
    import { openSync } from 'node:fs'
    import { startBrowserProcess } from '${new URL('browser-process.ts', import.meta.url)}'
    const full = new Set()
    while (full.size === 0) try { openSync('/dev/null') } catch ({ code }) { full.add(code) }
    try { startBrowserProcess(['/bin/true'], {}) } catch ({ message }) { full.add(message) }
    setTimeout(() => console.log([...full].join(': ')), 100)`
  const node = ['-c', 'ulimit -n 60; exec "$@"', 'sh', process.execPath]

  const { stdout } = await promisify(execFile)('/bin/sh', [
    ...node,
    '--input-type=module',
    '--eval',
    script,
  ])

  expect(stdout.trim()).toBe('EMFILE: too few file descriptors are left to start a browser')
})

test('the last error is the sentence for people, without time stamp and advice', async () => {
  const complaint =
    '[1121/032748.143954:ERROR:../content/zygote.cc:102] No usable sandbox! If you are running on another system, see below.'
  const started = startBrowserProcess(
    ['/bin/sh', '-c', 'echo starting >&2; echo "$0" >&2; exit 1', complaint],
    env,
  )

  await started.ended

  expect(started.lastError()).toBe('No usable sandbox!')
})

test('a check that failed says more than the end of the process that it ended', async () => {
  const words = [
    'Check failed: sys_chroot("/proc/self/fdinfo/") == 0',
    '[1122/140256.385493:FATAL:host.cc:237] Zygote process exited prematurely with exit code -1',
  ]
  const started = startBrowserProcess(
    ['/bin/sh', '-c', 'echo "$0" >&2; echo "$1" >&2; exit 1', ...words],
    env,
  )

  await started.ended

  expect(started.lastError()).toBe(words[0])
})

test('killing it kills everything that it started, even when it has ended itself', async () => {
  const started = startBrowserProcess(['/bin/sh', '-c', 'sleep 20 & echo ready >&4'], env)
  await once(started.fromBrowser, 'data')
  const over = started.ended.then(() => 'over')
  expect(await Promise.race([over, sleep(200, 'still there')])).toBe('still there')

  // Expects it to be over only with the helper, which holds the output open.
  started.kill()

  expect(await Promise.race([over, sleep(2_000, 'still there')])).toBe('over')
})
