import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { youtubeIdOf } from '../../ui/youtube.ts'

interface FilmProps {
  url: string
  /** A picture to show before it plays. */
  poster: string | null
  title: string
}

/** A film about a course or the school. YouTube learns of the reader once it is played. */
export function Film({ url, poster, title }: FilmProps) {
  const [isPlaying, setPlaying] = useState(false)
  const id = youtubeIdOf(url)
  const look = 'aspect-video w-full rounded-xl border border-line bg-black'
  if (id === undefined)
    return (
      <video
        controls
        playsInline
        preload="none"
        src={url}
        {...(poster !== null && { poster })}
        aria-label={title}
        className={look}
      />
    )
  if (isPlaying)
    return (
      <iframe
        src={`https://www.youtube-nocookie.com/embed/${id}`}
        title={title}
        allow="encrypted-media; fullscreen; picture-in-picture"
        sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        referrerPolicy="strict-origin-when-cross-origin"
        className={look}
      />
    )
  return (
    <div className={`relative grid place-items-center overflow-hidden ${look}`}>
      {poster !== null && (
        <img src={poster} alt="" className="absolute inset-0 size-full object-cover opacity-70" />
      )}
      <Button look="primary" className="relative" onClick={() => setPlaying(true)}>
        {t('course.playFilm')}
      </Button>
    </div>
  )
}
