import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createPausing } from './pausing.ts'

test('what had started before a failure is laid to rest before the next start', async () => {
  let isPaused = true
  const steps: string[] = []
  const pausing = createPausing({
    isPaused: () => Promise.resolve(isPaused),
    log: pino({ level: 'silent' }),
  })
  await pausing.follow({
    start: async () => {
      steps.push('start')
      if (steps.length === 1) throw new Error('the database is gone')
    },
    rest: async () => {
      steps.push('rest')
    },
  })

  isPaused = false
  await expect.poll(() => steps.length).toBe(3)
  pausing.close()

  expect(steps).toEqual(['start', 'rest', 'start'])
})
