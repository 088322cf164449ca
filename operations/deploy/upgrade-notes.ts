import { sectionsOf } from '../../tooling/changelog.ts'

/*
 * The notes that a release has for operators: `### Upgrade` of its section of CHANGELOG.md, with the lists "What to do" and "What to
 * know". An entry of "What to do" may end with `<!-- check: moves, flag nodejs_compat -->`: what the deployment checks.
 */

export interface UpgradeNote {
  /** A version, or `Unreleased`. */
  release: string
  text: string
  checks: string[]
}

const UNRELEASED = 'Unreleased'

/** What to do to upgrade from a release to this one, the oldest first. */
export function notesSince(changelog: string, deployed: string): UpgradeNote[] {
  return sectionsOf(changelog)
    .filter(({ release }) => release === UNRELEASED || isLater(release, deployed))
    .reverse()
    .flatMap(({ release, text }) =>
      entriesOf(text).map(entry => {
        const [, checks = ''] = /<!-- check: (.*) -->$/.exec(entry) ?? []
        return {
          release,
          text: entry.replace(/ *<!--.*/, ''),
          checks: checks.split(', ').filter(Boolean),
        }
      }),
    )
}

/** The entries of "What to do", each as one line. */
function entriesOf(section: string): string[] {
  const [, list = ''] = /^### Upgrade\n\nWhat to do:\n\n((?:[- ] .*\n)+)/m.exec(section) ?? []
  return list
    .split(/^- /m)
    .map(entry => entry.trim().replaceAll(/\n */g, ' '))
    .filter(Boolean)
}

/** Whether a version such as 1.10.0 is later than another. */
function isLater(version: string, other: string): boolean {
  const [a, b] = [version, other].map(each => each.split('.').map(Number)) as [number[], number[]]
  const different = a.findIndex((part, i) => part !== b[i])
  return different >= 0 && Number(a[different]) > Number(b[different])
}
