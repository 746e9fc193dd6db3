import type { LessonVideo } from '@lyceum/sdk'
import type { ComponentProps } from 'react'

type Video = Pick<LessonVideo, 'sources' | 'captions' | 'poster'>

export function VideoElement({ video, ...rest }: ComponentProps<'video'> & { video: Video }) {
  return (
    <video controls poster={video.poster ?? undefined} {...rest}>
      {video.sources.map(({ url, type }) => (
        <source key={url} src={url} type={type ?? undefined} />
      ))}
      {video.captions.map(({ url, language: tag, label }) => (
        <track key={tag} kind="captions" src={url} srcLang={tag} label={label ?? tag} />
      ))}
    </video>
  )
}
