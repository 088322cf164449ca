/** The service's calendar of a stay: one item with a time, in Lisbon's time zone, and one without. */
export const calendar = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Innlet//Guest itinerary//EN
X-WR-TIMEZONE:Europe/Lisbon
REFRESH-INTERVAL;VALUE=DURATION:PT1H
X-PUBLISHED-TTL:PT1H
BEGIN:VTIMEZONE
TZID:Europe/Lisbon
BEGIN:STANDARD
DTSTART:20531231T000000
TZOFFSETFROM:+0000
TZOFFSETTO:+0000
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20540329T010000
TZOFFSETFROM:+0000
TZOFFSETTO:+0100
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:stay.reservation-1.client-1@innlet.example
DTSTAMP:20540101T000000Z
DTSTART;VALUE=DATE:20540618
DTEND;VALUE=DATE:20540622
SUMMARY:Quinta do Mar
END:VEVENT
BEGIN:VEVENT
UID:activity-1-20540619-1030.reservation-1.client-1@innlet.example
DTSTAMP:20540101T000000Z
DTSTART;TZID=Europe/Lisbon:20540619T103000
DTEND;TZID=Europe/Lisbon:20540619T123000
SUMMARY:Surf lesson\\, for
  everybody
LOCATION:Beach hut
END:VEVENT
BEGIN:VEVENT
UID:activity-2-20540620.reservation-1.client-1@innlet.example
DTSTAMP:20540101T000000Z
DTSTART;VALUE=DATE:20540620
SUMMARY:A walk
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n')

export const scheduleItems = [
  {
    scheduleDate: '2054-06-19T00:00:00',
    startTime: '10:30',
    endTime: '12:30',
    activityName: 'Surf lesson, for everybody',
    locationName: 'Beach hut',
    hostNames: 'Inês Duarte',
    guestNotes: 'Bring a towel.',
  },
  { scheduleDate: '2054-06-20T00:00:00', activityName: 'A walk' },
]
