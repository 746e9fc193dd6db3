import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { compareSync, getRounds, hashSync } from 'bcrypt'
import type { HashingTask } from './hash-pool.ts'

// On Linux the priority is this thread's alone; elsewhere it would be the whole server's.
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10))

parentPort?.on('message', (task: HashingTask) => {
  parentPort?.postMessage('salt' in task ? hashSync(task.password, task.salt) : compare(task))
})

function compare({ password, hash, cost }: Extract<HashingTask, { hash: string }>): boolean {
  const matches = compareSync(password, hash)
  // A hash from when the cost was lower must not be told by its time: 2^10 + 2^10 + 2^11 rounds are
  // as many as the 2^12 of one of cost 12.
  for (let padding = getRounds(hash); padding < cost; padding++) hashSync(password, padding)
  return matches
}
