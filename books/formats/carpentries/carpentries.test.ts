import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mistakesOf, readTree } from '../test-support.ts'

const config = [
  "title: 'Growing tomatoes'",
  "license: 'CC-BY 4.0'",
  "source: 'https://example.org/tomatoes'",
  'keywords: garden, food',
  'episodes:',
  '- sowing.md',
  '- 02-watering.Rmd',
  'learners:',
].join('\n')

const sowing = [
  '---',
  'title: Sowing',
  'teaching: 10',
  'exercises: 5',
  '---',
  '',
  ':::::::::::::::::: questions ',
  '',
  '- When do you sow?',
  '',
  '::::::::::::::::::',
  '',
  'Sow in March. See [watering](02-watering.Rmd#often) and [this](02-watering.html).',
  '',
  '![](fig/seed.svg){alt=\'A seed, "just" sown\' width="40%"}',
  '',
  '::::::::: challenge',
  '## Sow one',
  '',
  '```{r pot, echo=FALSE}',
  'pot()',
  '```',
  ':::: solution',
  'In a pot.',
  '::::',
  ':::::::::',
  'After the challenge.',
].join('\n')

const tree = {
  'config.yaml': config,
  'episodes/sowing.md': sowing,
  'episodes/02-watering.Rmd': '---\ntitle: Watering\n---\n\n## Often\n\nA little, often.\n',
  'episodes/fig/seed.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'learners/setup.md': '# Set up\n',
}

const episode = (...lines: string[]) => ({
  ...tree,
  'episodes/sowing.md': ['---', 'title: Sowing', '---', ...lines].join('\n'),
})

test('episodes become lessons in the order of config.yaml, with their minutes', async () => {
  const { course, outline, lessons, files, warnings } = await readTree(tree)
  expect(course).toMatchObject({
    slug: 'growing-tomatoes',
    license: 'CC-BY 4.0',
    source: 'https://example.org/tomatoes',
  })
  expect(outline).toEqual([['Growing tomatoes', ['sowing', '02-watering']]])
  expect(lessons.get('sowing')).toMatchObject({ title: 'Sowing', minutes: 15 })
  expect(lessons.get('02-watering')?.content).toBe('## Often\n\nA little, often.')
  expect(files.map(({ path }) => path)).toEqual(['fig/seed.svg'])
  expect(warnings).toEqual([
    'learners: the pages of this folder are left out: only episodes become lessons',
  ])
})

test('blocks become headings and quotes, and attributes of pictures their words', async () => {
  const { lessons } = await readTree(tree)
  expect(lessons.get('sowing')?.content).toBe(
    [
      '## Questions',
      '',
      '- When do you sow?',
      '',
      '',
      'Sow in March. See [watering](02-watering.md#often) and [this](02-watering.md).',
      '',
      '![A seed, "just" sown](fig/seed.svg)',
      '',
      '> **Challenge**',
      '>',
      '> ## Sow one',
      '>',
      '> ```r',
      '> pot()',
      '> ```',
      '>',
      '> > **Solution**',
      '> >',
      '> > In a pot.',
      '>',
      'After the challenge.',
    ].join('\n'),
  )
})

test('without a list in config.yaml, all episodes are read by name', async () => {
  const { outline } = await readTree({ ...tree, 'config.yaml': 'title: Tomatoes\nepisodes:\n' })
  expect(outline).toEqual([['Tomatoes', ['02-watering', 'sowing']]])
})

test('an episode that the list leaves out is told', async () => {
  const listed = { 'config.yaml': 'title: Tomatoes\nepisodes:\n- sowing.md\n' }
  const left = 'episodes/02-watering.Rmd: this page is not taken: config.yaml does not list it'
  expect(await mistakesOf({ ...tree, ...listed })).toEqual([
    '.: 1 of 2 pages that look like lessons are not taken: add them, or import the others alone ' +
      'with --allow-missing',
    left,
  ])
  const allowed = await readTree({ ...tree, ...listed }, { allowMissing: true })
  expect(allowed.outline).toEqual([['Tomatoes', ['sowing']]])
  expect(allowed.warnings).toContain(left)
  expect(allowed.pages).toMatchObject({ found: 2, taken: 1 })
})

test('blocks that do not match, and what is left out, are told with their line', async () => {
  const { lessons, warnings } = await readTree(
    episode(
      'Text.',
      ':::',
      '::: sunshine',
      'Bright.',
      ':::',
      '::: instructor',
      'The answer.',
      ':::',
      '::: callout',
      'Open.',
    ),
  )
  expect(lessons.get('sowing')?.content).toBe('Text.\n\nBright.\n\n> Open.')
  expect(warnings.filter((warning) => warning.startsWith('episodes'))).toEqual([
    'episodes/sowing.md:5: this ::: closes nothing: remove it, or open a block before it',
    'episodes/sowing.md:6: the block sunshine is not known: its text is shown as it is',
    'episodes/sowing.md:12: this block has no closing ::: and reaches to the end: add one',
    'episodes/sowing.md:1: its notes for instructors are left out',
  ])
})

test('older lessons for Jekyll are read: lists, attributes, links and code', async () => {
  const { outline, lessons, files, warnings } = await readTree({
    '_config.yml':
      'title: "Growing beans"\nepisodes: a setting of Jekyll\nepisode_order: [02-water, 01-sow]\n',
    '_episodes/01-sow.md': [
      '---',
      'title: Sow',
      'questions:',
      '- "When?"',
      'keypoints:',
      '- "`May` is best."',
      '---',
      '',
      'First.',
      '',
      '~~~',
      '$ sow',
      '~~~',
      '{: .language-bash}',
      '',
      '> ## Try it',
      '>',
      '> Do.',
      '{: .challenge}',
      '',
      'See [water]({{ page.root }}/02-water/#much), [too]({{ page.root }}{% link _episodes/02-water.md %}).',
      '![Bean]({{ page.root }}/fig/bean.png){: width="10%"} {% include other.html %}',
    ].join('\n'),
    '_episodes/02-water.md': '---\ntitle: Water\n---\nPour. See [sow](../01-sow/index.html).\n',
    'fig/bean.png': 'picture',
  })
  expect(outline).toEqual([['Growing beans', ['02-water', '01-sow']]])
  expect(lessons.get('01-sow')?.content).toBe(
    [
      '## Questions',
      '',
      '- When?',
      '',
      '',
      'First.',
      '',
      '~~~bash',
      '$ sow',
      '~~~',
      '',
      '> ## Try it',
      '>',
      '> Do.',
      '',
      'See [water](02-water.md#much), [too](02-water.md).',
      '![Bean](repository/fig/bean.png) ',
      '',
      '## Key points',
      '',
      '- `May` is best.',
    ].join('\n'),
  )
  expect(lessons.get('02-water')?.content).toBe('Pour. See [sow](01-sow.md).')
  expect(files.map(({ path }) => path)).toEqual(['repository/fig/bean.png'])
  expect(warnings).toEqual([
    '_episodes/01-sow.md:22: "{% include other.html %}" is for Jekyll: it is left out',
  ])
})

test('attributes of code, links and other spans go, and braces that are none stay', async () => {
  const text = [
    'Type `sow`{: .language-bash} or *rake*{: #rake} in the [bed](https://beds.example "B"){:.b}.',
    'Press **Enter**{: title="Key"} and `rm`{.bash} , `{: .x}` stays, as `` `a`{: .b} `` does,',
    '`![](img.png){alt="w"}` too, $X_{:,1}$, {soil}, and a set {1, 2}.',
  ]
  const { lessons } = await readTree({
    '_config.yml': 'title: Growing beans\n',
    '_episodes/01-sow.md': [
      '---',
      'title: Sow',
      'objectives:',
      '- "Use `sow`{: .bash}."',
      '- >',
      '  Rake',
      '  well.',
      '---',
      '',
      ...text,
      '[dead](none.md)',
    ].join('\n'),
  })

  expect(lessons.get('01-sow')?.content).toBe(
    [
      '## Objectives',
      '',
      '- Use `sow`.',
      '- Rake well.',
      '',
      '',
      'Type `sow` or *rake* in the [bed](https://beds.example "B").',
      'Press **Enter** and `rm` , `{: .x}` stays, as `` `a`{: .b} `` does,',
      '`![](img.png){alt="w"}` too, $X_{:,1}$, {soil}, and a set {1, 2}.',
      '[dead](none.md)',
    ].join('\n'),
  )
})

test('a brace that opens in code or in a text joins no lines', async () => {
  const text = ['- Begin with `plot(){` here.', '- Write [a](b.md) and sow(){ too.', '- End.']
  const { lessons } = await readTree({
    'config.yaml': 'title: Growing beans\n',
    'episodes/b.md': '---\ntitle: B\n---\n\nBeans.\n',
    'episodes/sow.md': `---\ntitle: Sow\n---\n\n${text.join('\n')}\n\n\`[a](b){\`\n- Next\n`,
  })

  expect(lessons.get('sow')?.content).toBe([...text, '', '`[a](b){`', '- Next'].join('\n'))
})

test('attributes may hold braces, go on in the next lines, and stand in any block', async () => {
  const { lessons, files, warnings } = await readTree({
    'config.yaml': 'title: Growing beans\n',
    'episodes/fig/a b.png': 'picture',
    'episodes/sow.md': [
      '---',
      'title: Sow',
      '---',
      '',
      '![](<fig/a b.png>){alt=\'A {deep} "bed"\'',
      'width="50%"',
      '}',
      '',
      '![Bed][bed]{alt="x"} and [dug]{.underline}.',
      '',
      '::: {#tools}',
      'A rake.',
      ':::',
      '',
      '::: {#more .hint title="x"}',
      'Dig.',
      ':::',
      '',
      '```{r, fig.cap="A {b}"}',
      '```{r}',
      '```',
      '',
      '~~~ {.bash #dig}',
      'dig',
      '~~~',
      '',
      '[dead](none.md)',
      '',
      '[bed]: <fig/a b.png>',
    ].join('\n'),
  })

  expect(lessons.get('sow')?.content).toBe(
    [
      '![A {deep} "bed"](<fig/a%20b.png>)',
      '',
      '![Bed][bed] and dug.',
      '',
      'A rake.',
      '',
      '',
      '> **Hint**',
      '>',
      '> Dig.',
      '',
      '',
      '```r',
      '```{r}',
      '```',
      '',
      '~~~bash',
      'dig',
      '~~~',
      '',
      '[dead](none.md)',
      '',
      '[bed]: <fig/a%20b.png>',
    ].join('\n'),
  )
  expect(files.map(({ path }) => path)).toEqual(['fig/a b.png'])
  expect(warnings).toEqual([expect.stringContaining('episodes/sow.md:27: dead link')])
})

test('an episode that is named and not there stops the import, as does a bad config.yaml', async () => {
  expect(
    await mistakesOf({ ...tree, 'config.yaml': `${config}\n`.replace('sowing.md', 'gone.md') }),
  ).toEqual([
    'config.yaml:6: there is no such file "episodes/gone.md": add it, or correct the name',
  ])
  expect(
    await mistakesOf({ ...tree, 'config.yaml': 'title: 3\nepisodes: [../../passwords.md]\n' }),
  ).toEqual([
    'config.yaml:1: title must be text',
    'config.yaml:2: this file must be the name of a file, like 01-basics.md',
  ])
})

test('an episode of nothing but marks is looked through once', { timeout: 60_000 }, async () => {
  for (const piece of [':::::', '::: a\n', '{: .a}\n', '~~~\n{: .a}\n', '](a){', '{{', '{%', '[]('])
    expect(await readTree(episode('Text.', piece.repeat(200_000 / piece.length)))).toBeDefined()
})

const shared = join(import.meta.dirname, '../../../../shared/content/git-novice')

test.skipIf(!existsSync(shared))(
  'a real lesson of The Carpentries is read (needs ../shared/content/git-novice)',
  async () => {
    const folder = join(shared, 'episodes')
    const names = readdirSync(folder)
    const { lessons, warnings } = await readTree({
      'config.yaml': "title: 'Version control'\nlicense: 'CC-BY 4.0'\n",
      ...Object.fromEntries(
        names.map((name) => [`episodes/${name}`, readFileSync(join(folder, name))]),
      ),
    })
    expect(lessons.size).toBe(names.length)
    for (const { content } of lessons.values()) {
      expect(content).not.toMatch(/^:{3,}/mu)
      expect(content).not.toMatch(/\]\([^()]*\)\{/u)
    }
    expect(warnings.filter((warning) => !warning.includes('dead '))).toEqual([])
  },
)
