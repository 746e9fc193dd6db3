import type { DraftVideo, DraftVideoInput } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { partOf } from '../../ui/forms/inputs.ts'
import { FieldList } from '../../ui/forms/list-editor.tsx'
import { PartFields } from '../../ui/forms/part-fields.tsx'
import { useFileChoices } from '../files/use-uploads.tsx'
import type { Edits } from './content.ts'

const none = { sources: [], poster: null, captions: [], seconds: null, transcript: null }

export function VideoFields(props: Edits<DraftVideo | null, DraftVideoInput | null>) {
  const { choicesOf, count } = useFileChoices()
  const video = props.value ?? none
  const { sources, captions, poster } = video
  const change = (patch: Partial<DraftVideo>) => {
    const next = { ...video, ...patch }
    props.onChange(JSON.stringify(next) === JSON.stringify(none) ? null : next)
  }
  const files = sources.map((source) => ('file' in source ? source.file : ''))
  const texts = captions.map(({ file }) => file)
  return (
    <div key={count} className="grid gap-6 md:grid-cols-2">
      <div className="flex flex-col gap-4">
        <FieldList
          name="videoEditor.source"
          at="video.sources"
          items={sources}
          newItem={() => ({ url: '' })}
          kinds={{ file: ['', ...choicesOf('video/', ...files)], url: 'text' }}
          to={({ file, url }) => (file === null ? { url: url ?? '' } : { file })}
          onChange={(changed) => change({ sources: changed })}
        />
        <FieldList
          name="videoEditor.captions"
          at="video.captions"
          items={captions}
          newItem={() => ({ language: '', label: null, file: '' })}
          kinds={{ language: 'text!', label: 'text', file: ['', ...choicesOf('text/', ...texts)] }}
          to={({ file, ...values }) => ({ ...values, file: file ?? '' })}
          onChange={(changed) => change({ captions: changed })}
        />
      </div>
      <PartFields
        at="video"
        part={partOf(lyceum.drafts.updateLesson, 'video')}
        fields={['poster', 'seconds', 'transcript']}
        looks={{ poster: choicesOf('image/', poster) }}
        without={['sources', 'captions']}
        of={video}
        onChange={change}
      />
    </div>
  )
}
