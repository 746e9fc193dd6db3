/*
 * Proves what a test cannot about the embedded PostgreSQL: other accounts, closed homes, full disks.
 * Run it as root if you can. Prints a line per promise; exit code 1 when one is broken.
 */
import { copyFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { findPostmaster, stopPostmaster } from '../../db/postgres/embedded/postmaster.ts'
import { type HolderProcess, hold } from '../../db/postgres/embedded/test/holder-process.ts'
import { accounts } from './accounts.ts'
import { makeCheckout, removeCheckout } from './checkout.ts'
import { obstacles } from './obstacles.ts'
import { sharing } from './sharing.ts'
import { clusterOf, isRoot, movedTo } from './world.ts'

const log = pino({ enabled: false })
const holders: HolderProcess[] = []
const checkouts: string[] = []
let failures = 0
const open = await mkdtemp(join(tmpdir(), 'lyceum-check-'))
await chmod(open, 0o755)
const node = copyOfNode(open)

for (const { promise, needsRoot = false, check } of [...accounts, ...sharing, ...obstacles]) {
  if (needsRoot && !isRoot) {
    report('skip', 0, promise, 'needs root')
    continue
  }
  const began = performance.now()
  try {
    const remark = await check({
      open,
      stopAll,
      async run(checkout, options = {}) {
        const holder = await hold(join(checkout, 'data', 'postgres'), {
          checkout,
          node,
          ...options,
        })
        holders.push(holder)
        return holder
      },
      async checkout(path, options) {
        const made = join(open, path)
        checkouts.push(made)
        return makeCheckout(made, options)
      },
    })
    report('ok', performance.now() - began, promise, remark)
  } catch (error) {
    failures += 1
    report(
      'FAIL',
      performance.now() - began,
      promise,
      error instanceof Error ? error.message : String(error),
    )
  } finally {
    await stopAll()
    for (const made of checkouts.splice(0)) removeCheckout(made)
  }
}
rmSync(open, { recursive: true, force: true, maxRetries: 5 })
process.exitCode = failures === 0 ? 0 : 1

async function stopAll(): Promise<void> {
  await Promise.all(holders.splice(0).map((holder) => holder.leave()))
  for (const checkout of checkouts) {
    for (const cluster of [clusterOf(checkout), movedTo(checkout)]) {
      const left = findPostmaster(cluster)
      if (left !== undefined) await stopPostmaster(left, log)
    }
  }
}

function report(
  verdict: 'ok' | 'skip' | 'FAIL',
  milliseconds: number,
  promise: string,
  remark: string | undefined,
): void {
  const time = `${(milliseconds / 1000).toFixed(1)} s`.padStart(7)
  process.stdout.write(
    `${verdict.padEnd(4)} ${time}  ${promise}${remark === undefined ? '' : ` (${remark})`}\n`,
  )
}

/** Node itself may be in a home that the ordinary user cannot enter. */
function copyOfNode(folder: string): string {
  const node = join(folder, 'node')
  copyFileSync(process.execPath, node)
  return node
}
