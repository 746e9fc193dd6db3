import type { LessonVideo } from '@lyceum/sdk'
import { language, t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { showNumber } from '../../ui/format.ts'
import { pathIcon } from '../../ui/icons.tsx'
import { showTime } from './show-time.ts'
import { speeds, type VideoState } from './use-video.ts'
import { skipSeconds } from './video-keys.ts'

const PlayIcon = pathIcon('M7 4l13 8-13 8z')
const PauseIcon = pathIcon('M8 5v14M16 5v14')
const BackIcon = pathIcon('M4 4v6h6M4 10a8 8 0 112 7')
const OnIcon = pathIcon('M20 4v6h-6M20 10a8 8 0 10-2 7')
const SoundIcon = pathIcon('M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 010 6')
const MutedIcon = pathIcon('M4 9v6h4l5 4V5L8 9zM17 10l4 4M21 10l-4 4')
const CaptionsIcon = pathIcon('M3 5h18v14H3zM7 11h4M13 11h4M7 15h7M16 15h1')
const FullIcon = pathIcon('M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5')
const SmallWindowIcon = pathIcon('M3 5h18v14H3zM12 12h7v5h-7z')

const selectClass = 'min-h-10 shrink-0 rounded-lg border border-line bg-paper px-2 text-sm text-ink'

interface VideoControlsProps {
  video: VideoState
  captions: LessonVideo['captions']
}

/** The controls of a video, below it: all can be reached by keyboard, finger and voice. */
export function VideoControls({ video, captions }: VideoControlsProps) {
  const { at, duration, isPaused, isFull, speed, volume } = video
  const time = { at: showTime(at), of: showTime(duration) }
  return (
    <fieldset
      aria-label={t('video.controls')}
      className="flex flex-wrap items-center gap-1 bg-panel p-2"
    >
      <input
        type="range"
        aria-label={t('video.position')}
        aria-valuetext={t('video.time', time)}
        min={0}
        max={Math.max(1, Math.floor(duration))}
        value={Math.floor(at)}
        onChange={({ target }) => video.seek(Number(target.value))}
        className="h-6 w-full accent-brand"
      />
      <IconButton label={t(isPaused ? 'video.play' : 'video.pause')} onClick={video.turn}>
        {isPaused ? <PlayIcon /> : <PauseIcon />}
      </IconButton>
      <IconButton
        label={t('video.back', { count: skipSeconds })}
        onClick={() => video.skip(-skipSeconds)}
      >
        <BackIcon />
      </IconButton>
      <IconButton label={t('video.on', { count: skipSeconds })} onClick={() => video.skip()}>
        <OnIcon />
      </IconButton>
      <span className="shrink-0 px-1 text-sm whitespace-nowrap text-muted tabular-nums" dir="ltr">
        {time.at} / {time.of}
      </span>
      <span className="flex-1" />
      <IconButton
        label={t(volume === 0 ? 'video.unmute' : 'video.mute')}
        onClick={() => video.setVolume(volume === 0 ? 1 : 0)}
      >
        {volume === 0 ? <MutedIcon /> : <SoundIcon />}
      </IconButton>
      <input
        type="range"
        aria-label={t('video.volume')}
        min={0}
        max={1}
        step={0.1}
        value={volume}
        onChange={({ target }) => video.setVolume(Number(target.value))}
        className="h-6 w-20 accent-brand max-sm:hidden pointer-coarse:hidden"
      />
      {captions.length > 0 && <Captions video={video} captions={captions} />}
      <select
        aria-label={t('video.speed')}
        value={speed}
        onChange={({ target }) => video.setSpeed(Number(target.value))}
        className={selectClass}
      >
        {[...new Set([...speeds, speed])].map((one) => (
          <option key={one} value={one}>
            {showNumber(one)}×
          </option>
        ))}
      </select>
      {document.pictureInPictureEnabled && (
        <IconButton label={t('video.smallWindow')} onClick={video.smallWindow}>
          <SmallWindowIcon />
        </IconButton>
      )}
      <IconButton label={t('video.fullScreen')} aria-pressed={isFull} onClick={video.fullScreen}>
        <FullIcon />
      </IconButton>
    </fieldset>
  )
}

function Captions({ video, captions }: VideoControlsProps) {
  const { captions: shown } = video
  return (
    <>
      <IconButton
        label={t('video.captions')}
        aria-pressed={shown !== undefined}
        onClick={() => turnCaptions(video, captions)}
        className="aria-pressed:bg-tint aria-pressed:text-brand"
      >
        <CaptionsIcon />
      </IconButton>
      {captions.length > 1 && shown !== undefined && (
        <select
          aria-label={t('video.captionsLanguage')}
          value={shown}
          onChange={({ target }) => video.setCaptions(target.value)}
          className={selectClass}
        >
          {captions.map(({ language, label }) => (
            <option key={language} value={language}>
              {label ?? language}
            </option>
          ))}
        </select>
      )}
    </>
  )
}

/** Shows those of the reader's language, or else the first. */
export function turnCaptions(video: VideoState, captions: LessonVideo['captions']): void {
  const own = captions.find((one) => one.language.split('-')[0] === language) ?? captions[0]
  video.setCaptions(video.captions === undefined ? (own?.language ?? null) : null)
}
