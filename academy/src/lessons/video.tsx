import { lazyRouteComponent as part } from '@tanstack/react-router'
import { VideoElement } from '../learn/lessons/video-element.tsx'
import type { LessonParts } from './lesson-type.ts'

const Video = part(() => import('../learn/lessons/video.tsx'), 'Video')
const VideoFields = part(() => import('../studio/lessons/video-fields.tsx'), 'VideoFields')

export const video: LessonParts<'video'> = {
  Body: ({ lesson, player }) =>
    lesson.video && <Video lesson={lesson} video={lesson.video} player={player} />,
  isAboveText: true,
  completesBy: 'button',
  // Loading a video lesson counts as opening it.
  isOnlineOnly: true,
  readAhead: () => Video.preload?.(),
  Fields: ({ lesson, onChange }) => (
    <VideoFields value={lesson.video} onChange={(video) => onChange({ video })} />
  ),
  Preview: ({ lesson }) =>
    lesson.video && <VideoElement video={lesson.video} className="w-full rounded-xl" />,
  start: () => ({}),
}
