import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { compareSync, getRounds, hashSync } from 'bcrypt'
import type { HashTask } from './hash-pool.ts'

// Lowers only this thread's priority on Linux; elsewhere it would be the server's.
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10))

parentPort?.on('message', (task: HashTask) => {
  parentPort?.postMessage('salt' in task ? hashSync(task.password, task.salt) : compare(task))
})

function compare({ password, hash, cost }: Extract<HashTask, { hash: string }>): boolean {
  const matches = compareSync(password, hash)
  // Pads the time, which must not reveal a hash of a lower cost: 2^10 + 2^10 + 2^11 rounds are as
  // many as the 2^12 of cost 12.
  for (let padding = getRounds(hash); padding < cost; padding++) hashSync(password, padding)
  return matches
}
