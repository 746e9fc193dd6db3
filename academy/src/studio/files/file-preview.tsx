import type { CourseFile } from '@lyceum/sdk'
import { useQuery } from '@tanstack/react-query'
import { VideoElement } from '../../learn/lessons/video-element.tsx'
import { findText, t } from '../../texts/texts.ts'
import { showBytes } from '../../ui/format.ts'
import { OutsideLink } from '../../ui/link.tsx'

type Shown = Pick<CourseFile, 'path' | 'type' | 'url' | 'bytes'>

/** Names a media type in words: "Picture (PNG)". */
export function showType(type: string): string {
  const [kind = '', form = ''] = type.split('/')
  const word = findText(`fileType.${type}`) ?? findText(`fileType.${kind}`)
  if (word === undefined) return t('field.type.file')
  return ['image', 'video', 'audio'].includes(kind)
    ? `${word} (${form.replace(/^x-|\+.*$/g, '').toUpperCase()})`
    : word
}

/** Shows a file in place, if browsers can, with its path, type and size. */
export function FilePreview({ file }: { file: Shown }) {
  const { path, type, url, bytes } = file
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FileContents file={file} />
      <p className="min-w-0 text-sm">
        <OutsideLink href={url} className="font-medium break-all text-brand hover:underline">
          <bdi>{path}</bdi>
        </OutsideLink>{' '}
        <span className="text-muted">
          {showType(type)} · {showBytes(bytes)}
        </span>
      </p>
    </div>
  )
}

/** As far as browsers show it; `isLarge`: to be read. */
export function FileContents({ file, isLarge = false }: { file: Shown; isLarge?: boolean }) {
  const { path, type, url } = file
  const [kind] = type.split('/')
  const className = `${isLarge ? 'max-h-[80dvh]' : 'max-h-60'} max-w-full self-start rounded-lg`
  if (kind === 'image') return <img src={url} alt="" className={`${className} object-contain`} />
  if (kind === 'text') return <TextContents url={url} label={path} isLarge={isLarge} />
  if (kind !== 'video' && kind !== 'audio') return null
  const video = { sources: [{ url, type }], captions: [], poster: null }
  return <VideoElement video={video} className={className} aria-label={path} preload="metadata" />
}

interface TextContentsProps {
  url: string
  label: string
  isLarge: boolean
}

/** The beginning of subtitles or another text. */
function TextContents({ url, label, isLarge }: TextContentsProps) {
  const shownBytes = isLarge ? 200_000 : 4_000
  const { data } = useQuery({
    // The address is another one every few minutes.
    queryKey: ['file', url.split('?')[0], shownBytes],
    queryFn: async ({ signal }) => {
      const headers = { range: `bytes=0-${shownBytes - 1}` }
      const answer = await fetch(url, { headers, signal })
      return answer.ok ? answer.text() : ''
    },
  })
  if (!data) return null
  return (
    <textarea
      aria-label={label}
      readOnly
      rows={isLarge ? 24 : 6}
      className="w-full rounded-lg border border-line bg-paper p-2 font-mono text-xs"
      value={data}
    />
  )
}
