import type { DraftVideo, DraftVideoInput } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { LiveFields } from '../../ui/fields.tsx'
import { FieldList } from '../../ui/list-editor.tsx'
import { useCourse } from '../courses/course.ts'
import { useFiles } from '../files/use-uploads.tsx'

interface VideoFieldsProps {
  video: DraftVideo | null
  onChange: (video: DraftVideoInput | null) => void
}

const none: DraftVideo = {
  sources: [],
  poster: null,
  captions: [],
  seconds: null,
  transcript: null,
}

export function VideoFields({ video, onChange }: VideoFieldsProps) {
  const { data: files = [] } = useFiles(useCourse().id)
  const now = video ?? none
  const { sources, captions } = now
  const change = (patch: Partial<DraftVideo>) => {
    const next = { ...now, ...patch }
    onChange(next.sources.length === 0 ? null : next)
  }
  const choice = (type: string, ...chosen: (string | null)[]) => {
    const paths = files.filter((file) => file.type.startsWith(type)).map(({ path }) => path)
    return [...new Set(['', ...chosen.map((path) => path ?? ''), ...paths])]
  }
  return (
    <div key={files.length} className="grid gap-6 md:grid-cols-2">
      <div>
        <h3 className="mb-2 font-medium">{t('videoEditor.sources')}</h3>
        <FieldList
          label={t('videoEditor.source')}
          add={t('videoEditor.addSource')}
          items={sources}
          newItem={() => ({ url: 'https://example.org/video.mp4' })}
          kinds={{
            file: choice(
              'video/',
              ...sources.map((source) => ('file' in source ? source.file : '')),
            ),
            url: 'text',
          }}
          of={(source) => ({ ...source })}
          to={({ file, url }) => (file === null ? { url: url ?? '' } : { file })}
          onChange={(changed) => change({ sources: changed })}
        />
        <h3 className="mt-4 mb-2 font-medium">{t('videoEditor.captions')}</h3>
        <FieldList
          label={t('videoEditor.captions')}
          add={t('videoEditor.addCaption')}
          items={captions}
          newItem={() => ({ language: 'en', label: 'English', file: '' })}
          kinds={{
            language: 'text!',
            label: 'text',
            file: choice('text/', ...captions.map(({ file }) => file)),
          }}
          of={(caption) => caption}
          to={({ file, ...values }) => ({ ...values, file: file ?? '' })}
          onChange={(changed) => change({ captions: changed })}
        />
      </div>
      <LiveFields
        kinds={{ poster: choice('image/', now.poster), seconds: 'number', transcript: 'long' }}
        of={now}
        onChange={change}
      />
    </div>
  )
}
