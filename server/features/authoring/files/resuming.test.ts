import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'
import { minPieceBytes } from '../../courses/uploads/staging.ts'
import { sha256Of, uploaderOf } from './test-support.ts'

const api = await forAllTests(startApi())

type Step =
  | { do: 'send'; length: number }
  | { do: 'sendAgain' }
  | { do: 'sendTooFar' }
  | { do: 'breakOff' }
  | { do: 'finish' }
  | { do: 'look' }

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), length: fc.nat(3) }) },
    fc.record({
      do: fc.constantFrom<Exclude<Step['do'], 'send'>>(
        'sendAgain',
        'sendTooFar',
        'breakOff',
        'finish',
        'look',
      ),
    }),
  ),
  { maxLength: 12 },
)

const team = await givenTeam(api)
const uploader = uploaderOf(api, team.author, team)
let files = 0

test('whatever is sent in whatever order, exactly the file arrives or the count says what is missing', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 * minPieceBytes }), async (tried, size) => {
      files += 1
      const bytes = Buffer.alloc(size, `file ${files}`)
      // Begins after known bytes: tiny files are alike, and what the course has is not sent again.
      const { id, received: known } = (await uploader.start(`${files}.txt`, bytes)).body
      let received: number = known
      const send = async (from: number, length: number) => {
        const sent = await uploader.sendBytes(id, bytes.subarray(from, from + length), {
          from,
          whole: size,
        })
        if (from === received && length > 0 && sent.status === 200) received += length
        else expect([400, 409]).toContain(sent.status)
      }

      for (const step of tried) {
        const left = size - received
        if (step.do === 'send')
          await send(received, Math.min(left, minPieceBytes + step.length * 50_000))
        if (step.do === 'sendAgain') await send(0, Math.min(size, minPieceBytes))
        if (step.do === 'sendTooFar') await send(received + 1, Math.max(1, left - 1))
        if (step.do === 'breakOff') {
          const broken = await uploader.sendBytes(id, bytes.subarray(received, received + 1), {
            range: `bytes ${received}-${size - 1}/${size}`,
          })
          if (left === 1) received += broken.status === 200 ? 1 : 0
          else expect(broken.status).not.toBe(200)
        }
        if (step.do === 'finish' && received < size) {
          const refused = await uploader.finish(id)
          expect([refused.status, refused.body.facts]).toEqual([409, { received }])
        }
        if (step.do === 'look') {
          const { body } = await uploader.get(id)
          expect([body.received, body.part === null]).toEqual([received, received === size])
        }
      }
      while (received < size) await send(received, Math.min(size - received, 1_000_000))

      const { file } = (await uploader.finish(id)).body
      expect([file.bytes, file.sha256]).toEqual([size, sha256Of(bytes)])
    }),
    propertyRuns(6),
  )
})
