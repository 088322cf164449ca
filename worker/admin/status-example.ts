/** The status in the reference. */
export const STATUS_EXAMPLE = {
  version: '1.2.0',
  migration: '0003_clean-up.sql',
  secrets: [{ name: 'LINK_KEYS', problem: 'is valid, but not the one of 12 links, which no longer work', lost: 12 }],
  customers: 42,
  moves: [{ clientId: 7, shard: 0, otherShard: 1, since: '2026-11-22T08:30:00.000Z' }],
  cleanUp: { lastVisitAt: '2026-11-22T08:17:00.000Z', done: 2, begun: 0, backlog: 0, failed: 0, never: 0 },
  webhooks: {
    worst: [
      {
        customerId: 7,
        endpointId: 2,
        host: 'hooks.example',
        failures: 4,
        since: '2026-11-22T05:10:00.000Z',
        reason: null,
      },
    ],
  },
  databases: [
    {
      shard: 0,
      state: 'ok' as const,
      fault: null,
      sizeBytes: 734_003_200,
      customers: 30,
      tenancies: { serving: 29, leaving: 1, arriving: 0, gone: 0 },
      migration: '0003_clean-up.sql',
      missingMigrations: [],
      unknownMigrations: [],
      queue: {
        pending: 12,
        isComplete: true,
        hotels: [{ clientId: 7, hotelid: 'AUR', pending: 12, oldestAt: '2026-11-22T07:55:00.000Z' }],
        inUse: [
          {
            clientId: 7,
            hotelid: 'AUR',
            oldestAt: '2026-11-22T07:55:00.000Z',
            lastMarkedAt: '2026-11-22T07:50:00.000Z',
          },
        ],
      },
      deliveries: { enabled: 2, disabled: 0, failing: 1, oldestDueAt: null },
      cleanUp: {
        begunAt: '2026-11-22T08:17:00.000Z',
        endedAt: '2026-11-22T08:17:02.000Z',
        outcome: 'done' as const,
        deletedRows: 310,
        doneAt: '2026-11-22T08:17:02.000Z',
      },
    },
  ],
}
