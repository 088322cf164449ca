import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../operations/deploy/config'
import { partsOf } from '../../operations/deploy/lacking-parts'
import { MOVES } from '../../operations/deploy/upgrade'
import { notesSince } from '../../operations/deploy/upgrade-notes'
import { sectionsOf } from '../../tooling/changelog'

const ROOT = join(import.meta.dirname, '../..')
const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')

const LIST = '(- \\S.*\\n(  \\S.*\\n)*)+'
const UPGRADE = new RegExp(`^Upgrade\\n\\n(What to do:\\n\\n${LIST})?\\n?(What to know:\\n\\n${LIST})?\\n?$`)

describe('the notes of a release, which the deployment prints [RUN-53]', () => {
  it('are two lists, "What to do" and "What to know"', () => {
    for (const { release, text } of sectionsOf(changelog)) {
      const upgrade = text.split(/^### /m).find(part => part.startsWith('Upgrade\n'))
      if (upgrade !== undefined) expect(upgrade, release).toMatch(UPGRADE)
    }
  })

  it('name checks that the deployment knows', async () => {
    const known = [MOVES, ...partsOf(await readConfig(join(ROOT, 'wrangler.toml')))]
    const checks = notesSince(changelog, '0.0.0').flatMap(note => note.checks)
    expect(checks).toContain(MOVES)
    expect(checks.filter(check => !known.includes(check))).toEqual([])
  })

  it('are those of the releases after the one that is live, the oldest first', () => {
    const section = (release: string) =>
      `## ${release}\n\n### Upgrade\n\nWhat to do:\n\n- First\n  of ${release}. <!-- check: moves, flag x -->\n- Second.\n\nWhat to know:\n\n- No.\n\n`
    const text = ['Unreleased', '1.10.0 - 2027-01-01', '1.9.1 - 2026-12-12', '1.9.0 - 2026-12-01'].map(section).join('')
    const first = (release: string, title = release) => ({
      release,
      text: `First of ${title}.`,
      checks: [MOVES, 'flag x'],
    })
    const second = (release: string) => ({ release, text: 'Second.', checks: [] })
    expect(notesSince(text, '1.9.0')).toEqual([
      first('1.9.1', '1.9.1 - 2026-12-12'),
      second('1.9.1'),
      first('1.10.0', '1.10.0 - 2027-01-01'),
      second('1.10.0'),
      first('Unreleased'),
      second('Unreleased'),
    ])
    expect(notesSince(text, '1.10.0').map(note => note.release)).toEqual(['Unreleased', 'Unreleased'])
  })
})

it('an entry of the next release has at most two lines', () => {
  const next = sectionsOf(changelog).find(({ release }) => release === 'Unreleased')?.text ?? ''
  const entries = next.match(/^- .*(?:\n {2}\S.*)*/gm) ?? []
  expect(entries.filter(entry => entry.split('\n').length > 2)).toEqual([])
})
