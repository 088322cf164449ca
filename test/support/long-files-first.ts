import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longer than nine seconds, those of the Worker and the widget longer than four, the longest of each project first.
 * Without durations of an earlier run, Vitest sorts by the size of the files. A long one at the end would leave a core without work.
 * `npm run test:quick` leaves them out.
 */
export const LONG_FILES = [
  'migrations/side-by-side',
  'migrations/filled',
  'migrations/tool',
  'migrations/check',
  'worker/trials/faults',
  'worker/trials/isolation',
  'worker/channel/pages',
  'worker/channel/big',
  'worker/body-allowance',
  'worker/trials/canary',
  'worker/trials/races',
  'worker/admin/import-customer',
  'worker/shards/move',
  'worker/row-sizes',
  'worker/admin/import-values',
  'worker/shards/schema',
  'worker/reservation/find-guest',
  'worker/webhook/disabled',
  'worker/fetch-queue/stays-model',
  'worker/admin/delete-customer',
  'worker/shards/interrupted',
  'widget/embed-page',
  'widget/shift',
  'widget/any-parent',
  'widget/wifi',
  'widget/access',
  'widget/hostile',
  'widget/changes',
  'widget/bad-input',
  'widget/package',
  'widget/dead-link',
  'widget/link-in-address',
  'widget/looks',
  'widget/theming',
  'client/retries',
  'e2e/docs',
  'e2e/site-pages',
  'e2e/page-offline',
  'e2e/samples',
  'e2e/reference',
  'e2e/backup',
  'e2e/reference-forms',
  'e2e/killed-remote',
  'e2e/counts',
  'e2e/console-managers',
  'e2e/deploy-beside',
  'e2e/deploy-ci',
  'e2e/embed-script',
  'e2e/killed-commands',
  'e2e/page-storage',
  'e2e/page',
  'e2e/start',
  'e2e/demo-large',
  'e2e/customer-commands',
  'e2e/deploy',
  'e2e/console-lock',
  'e2e/console',
  'e2e/console-texts',
  'e2e/command-listen',
  'e2e/command-guest',
  'e2e/client-package',
  'e2e/guides',
  'e2e/start-faults',
  'e2e/demo-day',
  'e2e/killed',
  'e2e/watch',
  'e2e/command',
  'e2e/backup-remote',
  'e2e/console-tasks',
  'e2e/console-rooms',
  'e2e/receiver',
  'e2e/restore-earlier',
  'e2e/mcp-results',
  'e2e/console-faults',
  'e2e/console-rooms-keys',
  'e2e/killed-start',
  'e2e/older-browsers',
  'e2e/examples',
  'e2e/hotel-pages',
  'e2e/release',
  'e2e/command-handover',
  'e2e/mcp',
  'e2e/large-bodies',
  'e2e/openapi',
  'e2e/deploy-interrupted',
  'e2e/deploy-gates',
  'e2e/deploy-versions',
  'e2e/package',
  'e2e/backup-nightly',
  'e2e/client-trial',
  'e2e/page-look',
].map(name => `/test/${name}.test.ts`)

const placeOf = ({ moduleId }: TestSpecification) => {
  const place = LONG_FILES.findIndex(path => moduleId.endsWith(path))
  return place < 0 ? LONG_FILES.length : place
}

/** Keeps the order of groups and projects, and starts the long files of a project first. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const byProject = Map.groupBy(sorted, ({ project }) => project.name)
    return [...byProject.values()].flatMap(own => own.toSorted((one, other) => placeOf(one) - placeOf(other)))
  }
}
