import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longer than nine seconds, the longest of each project first. Without durations of an earlier run, Vitest sorts by
 * the size of the files. A long one at the end would leave a core without work. `npm run test:quick` leaves them out.
 */
export const LONG_FILES = [
  'migrations/filled',
  'migrations/side-by-side',
  'migrations/tool',
  'migrations/check',
  'worker/trials/faults',
  'worker/trials/isolation',
  'worker/online-booking/offers-model',
  'worker/trials/canary',
  'worker/channel/pages',
  'worker/shards/move',
  'worker/channel/big',
  'worker/admin/import-values',
  'worker/admin/import-customer',
  'worker/trials/races',
  'worker/permissions',
  'worker/online-booking/room-choice',
  'worker/shards/interrupted',
  'worker/shards/schema',
  'worker/booking/price-model',
  'worker/trials/fuzz',
  'worker/body-allowance',
  'worker/bodies',
  'widget/changes',
  'widget/any-parent',
  'widget/access',
  'widget/embed-page',
  'widget/wifi',
  'widget/hostile',
  'widget/shift',
  'client/retries',
  'client/writes',
  'e2e/console-managers',
  'e2e/killed-remote',
  'e2e/docs',
  'e2e/killed-commands',
  'e2e/deploy-beside',
  'e2e/console-tasks',
  'e2e/page-offline',
  'e2e/backup',
  'e2e/page-storage',
  'e2e/console-lock',
  'e2e/start',
  'e2e/deploy-ci',
  'e2e/samples',
  'e2e/console',
  'e2e/reference-forms',
  'e2e/console-texts',
  'e2e/console-faults',
  'e2e/older-browsers',
  'e2e/killed-start',
  'e2e/start-faults',
  'e2e/console-rooms',
  'e2e/deploy',
  'e2e/guides',
  'e2e/demo-day',
  'e2e/embed-script',
  'e2e/page',
  'e2e/console-rooms-keys',
  'e2e/customer-commands',
  'e2e/killed',
  'e2e/receiver',
  'e2e/command-guest',
  'e2e/backup-remote',
  'e2e/watch',
  'e2e/site-pages',
  'e2e/deploy-gates',
  'e2e/command-listen',
  'e2e/page-fonts',
  'e2e/console-rooms-together',
  'e2e/demo-large',
  'e2e/hotel-pages',
  'e2e/restore-earlier',
  'e2e/client-package',
  'e2e/release',
  'e2e/package',
  'e2e/mcp',
  'e2e/command',
  'e2e/deploy-versions',
  'e2e/page-look',
  'e2e/deploy-interrupted',
  'e2e/openapi',
  'e2e/large-bodies',
  'e2e/client-trial',
  'e2e/command-handover',
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
