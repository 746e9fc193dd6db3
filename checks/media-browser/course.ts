import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createLyceum, type Lyceum, uploadFile } from '../../client-sdk/src/index.ts'
import { demoAccounts } from '../../server/demo/demo-accounts.ts'

export interface GivenCourse {
  slug: string
  /** The keys of two lessons: one with a video of the course, one with a YouTube video. */
  keys: { own: string; youtube: string }
  /** The token of an enrolled learner. */
  token: string
  videoBytes: number
}

export const videoSeconds = 60
export const youtubeId = 'aB3_-knots9'

/** Creates a course: one lesson has a picture, an SVG and a video, another a YouTube video. */
export async function givenCourse(baseUrl: string, folder: string): Promise<GivenCourse> {
  const [admin, learner] = [await signIn(baseUrl, 'admin'), await signIn(baseUrl, 'learner')]
  const slug = 'knots-to-see'
  const { id: courseId } = await admin.lyceum.authoring.create.mutate({
    slug,
    title: 'Knots to see',
    summary: 'Tie what holds.',
    language: 'en',
    price: { amount: 0, currency: 'USD' },
  })

  const video = await makeVideo(folder)
  const files: [name: string, bytes: Uint8Array<ArrayBuffer>][] = [
    ['img/plan.png', new Uint8Array(picture)],
    ['img/knot.svg', new Uint8Array(Buffer.from(drawing))],
    ['video/knot.en.vtt', new Uint8Array(Buffer.from(captions))],
    ['video/knot.bin', new Uint8Array(video)],
  ]
  for (const [name, bytes] of files)
    await uploadFile(admin.lyceum, courseId, new Blob([bytes]), { name })

  const { revision, baseVersion } = await admin.lyceum.drafts.get.query({ courseId })
  const keys = { own: 'the-bowline', youtube: 'the-sheet-bend' }
  const saved = await admin.lyceum.drafts.createLesson.mutate({
    courseId,
    revision,
    key: keys.own,
    title: 'The bowline',
    type: 'video',
    content: text,
    video: {
      sources: [{ file: 'video/knot.bin' }],
      poster: 'img/plan.png',
      captions: [{ language: 'en', label: 'English', file: 'video/knot.en.vtt' }],
      seconds: videoSeconds,
      transcript: 'Take the *end* in your left hand.',
    },
  })
  const both = await admin.lyceum.drafts.createLesson.mutate({
    courseId,
    revision: saved.draftRevision,
    key: keys.youtube,
    title: 'The sheet bend',
    type: 'video',
    content: '',
    video: { sources: [{ url: `https://www.youtube.com/watch?t=9&v=${youtubeId}` }] },
  })
  await admin.lyceum.drafts.publish.mutate({
    courseId,
    revision: both.draftRevision,
    baseVersion,
  })
  await learner.lyceum.transactions.create.mutate({ courseIds: [courseId] })
  return { slug, keys, token: learner.token, videoBytes: video.length }
}

async function signIn(
  baseUrl: string,
  role: 'admin' | 'learner',
): Promise<{ lyceum: Lyceum; token: string }> {
  const account = demoAccounts.find((account) => account.role === role)
  if (account === undefined) throw new Error('There is no such demo account.')
  const { email, password } = account
  const lyceum = createLyceum({ baseUrl })
  const { token } = await lyceum.auth.login.mutate({ email, password })
  return { lyceum: createLyceum({ baseUrl, token }), token }
}

const text = [
  'Tie it like this:',
  '',
  '![Plan](img/plan.png "The plan")',
  '![Knot](img/knot.svg)',
  '',
  '| part | where |\n|---|---|\n| end | left hand |',
  '',
  '<img src="img/plan.png" onerror="document.title = \'ran\'"> stays ~~hidden~~ text.',
  'More is in [the manual](https://example.org/manual).',
].join('\n')

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80">
<script>document.title = 'ran'</script>
<path d="M10 60 C 40 0, 80 0, 110 60" fill="none" stroke="#246" stroke-width="8"/></svg>`

const captions = 'WEBVTT\n\n00:00.000 --> 01:00.000\nTake the end in your left hand.\n'

/** A PNG of 160 by 100 pixels with stripes. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAKAAAABkAQAAAAApzQYiAAAAI0lEQVR42mNgGHzgPxYwwIKjoTQaSqOhNBpK' +
    'o6E0GkojPpQAiorQWi9cnqYAAAAASUVORK5CYII=',
  'base64',
)

/** Makes a minute of WebM with ffmpeg, or else of sound: a player shows either. */
async function makeVideo(folder: string): Promise<Buffer> {
  const path = join(folder, 'knot.webm')
  const source = `testsrc=duration=${videoSeconds}:size=320x180:rate=10`
  const options = ['-v', 'error', '-f', 'lavfi', '-i', source]
  const coding = ['-c:v', 'libvpx', '-deadline', 'realtime', '-b:v', '1200k', '-g', '20', path]
  try {
    await promisify(execFile)('ffmpeg', [...options, ...coding])
    return await readFile(path)
  } catch {
    return makeSound()
  }
}

/** Makes a minute of quiet tone as a WAV file. */
function makeSound(): Buffer {
  const rate = 44_100
  const samples = Buffer.alloc(rate * videoSeconds * 2)
  for (let at = 0; at < samples.length; at += 2)
    samples.writeInt16LE(Math.round(2_000 * Math.sin(at / 40)), at)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}
