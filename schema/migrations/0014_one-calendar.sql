-- contract: plan_day moved, shown by test/migrations/prices-by-month.test.ts
-- contract: plan_month moved, shown by test/migrations/prices-by-month.test.ts
-- contract: rate_calendar unused since 1.1.0
-- Prices by day become prices by month. The Worker of the release before finds no prices until the new one is uploaded.
CREATE TABLE `__new_plan_month` (
	`customer_id` integer NOT NULL,
	`hotel_id` text NOT NULL,
	`channel_room_id` text NOT NULL,
	`channel_rate_plan_id` text NOT NULL,
	`month` text NOT NULL,
	`days` text NOT NULL,
	PRIMARY KEY(`customer_id`, `hotel_id`, `channel_room_id`, `channel_rate_plan_id`, `month`),
	FOREIGN KEY (`customer_id`,`hotel_id`,`channel_room_id`) REFERENCES `channel_room`(`customer_id`,`hotel_id`,`channel_room_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`hotel_id`,`channel_rate_plan_id`) REFERENCES `channel_rate_plan`(`customer_id`,`hotel_id`,`channel_rate_plan_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plan_month_days_not_empty" CHECK("__new_plan_month"."days" LIKE '{"%}')
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
-- In the state `days`, months are a copy that is not complete. A room or plan that release 1.0.0 deleted may have left its months.
INSERT INTO `__new_plan_month` (`customer_id`, `hotel_id`, `channel_room_id`, `channel_rate_plan_id`, `month`, `days`)
SELECT `customer_id`, `hotel_id`, `channel_room_id`, `channel_rate_plan_id`, `month`, `days` FROM `plan_month` AS m
WHERE NOT EXISTS (SELECT 1 FROM `rate_calendar` WHERE `calendar_state` = 'days')
	AND EXISTS (
		SELECT 1 FROM `channel_room` AS r
		WHERE r.`customer_id` = m.`customer_id` AND r.`hotel_id` = m.`hotel_id` AND r.`channel_room_id` = m.`channel_room_id`)
	AND EXISTS (
		SELECT 1 FROM `channel_rate_plan` AS p
		WHERE p.`customer_id` = m.`customer_id` AND p.`hotel_id` = m.`hotel_id`
			AND p.`channel_rate_plan_id` = m.`channel_rate_plan_id`);
--> statement-breakpoint
-- In the states `months` and `months-only`, days are a copy. Without a state they are what release 1.0.0 wrote during the deployment.
-- The days of a month are found by the key: a GROUP BY would sort all rows of the table.
INSERT INTO `__new_plan_month` (`customer_id`, `hotel_id`, `channel_room_id`, `channel_rate_plan_id`, `month`, `days`)
SELECT k.`customer_id`, k.`hotel_id`, k.`channel_room_id`, k.`channel_rate_plan_id`, k.`month`, (
	SELECT json_group_object(substr(d.`day`, 9), json_patch('{}', json_object(
		'closed', d.`plan_closed`, 'prices', d.`prices`, 'minimumStay', d.`minimum_stay`, 'maximumStay', d.`maximum_stay`,
		'closedOnArrival', d.`closed_on_arrival`, 'closedOnDeparture', d.`closed_on_departure`)) ORDER BY d.`day`)
	FROM `plan_day` AS d
	WHERE d.`customer_id` = k.`customer_id` AND d.`hotel_id` = k.`hotel_id` AND d.`channel_room_id` = k.`channel_room_id`
		AND d.`channel_rate_plan_id` = k.`channel_rate_plan_id` AND d.`day` BETWEEN k.`month` AND k.`month` || '~')
FROM (SELECT DISTINCT `customer_id`, `hotel_id`, `channel_room_id`, `channel_rate_plan_id`, substr(`day`, 1, 7) AS `month` FROM `plan_day`) AS k
WHERE NOT EXISTS (SELECT 1 FROM `rate_calendar` WHERE `calendar_state` IN ('months', 'months-only'))
ON CONFLICT DO NOTHING;
--> statement-breakpoint
DROP TABLE `plan_day`;
--> statement-breakpoint
DROP TABLE `plan_month`;
--> statement-breakpoint
DROP TABLE `rate_calendar`;
--> statement-breakpoint
ALTER TABLE `__new_plan_month` RENAME TO `plan_month`;
--> statement-breakpoint
ANALYZE customer;
--> statement-breakpoint
DELETE FROM sqlite_stat1;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('activity', 'activity', '1000000 100000 1'),
	('activity_booking', 'activity_booking', '1000000 100000 1000 1'),
	('activity_rate', 'activity_rate', '1000000 100000 1000 10 1'),
	('activity_slot', 'activity_slot', '1000000 100000 1000 10 1'),
	('application', 'application_of_customer', '1000000 100000 1000 10'),
	('channel_property', 'channel_property', '1000000 100000 1'),
	('channel_rate_plan', 'channel_rate_plan_of_rate', '1000000 100000 1000'),
	('channel_rate_plan', 'channel_rate_plan', '1000000 100000 1000 1'),
	('channel_room', 'channel_room_of_type', '1000000 100000 1000'),
	('channel_room', 'channel_room', '1000000 100000 1000 1'),
	('correspondence', 'correspondence', '1000000 100000 1000 1'),
	('employee', 'employee', '1000000 100000 1'),
	('event', 'event_of_reservation', '1000000 100000 1000'),
	('event', 'event', '1000000 100000 1'),
	('fetch_message', 'fetch_message_by_hotel', '1000000 100000 1000 10 10'),
	('fetch_message', 'fetch_message_of_reservation', '1000000 100000 1000'),
	('fetch_message', 'fetch_message', '1000000 100000 1'),
	('guest', 'guest', '1000000 100000 1'),
	('idempotency', 'idempotency_of_change', '1000000 100000 1000'),
	('idempotency', 'idempotency', '1000000 100000 1'),
	('inventory_item', 'inventory_item_by_number', '1000000 100000 1000'),
	('inventory_item', 'inventory_item', '1000000 100000 1'),
	('inventory_location', 'inventory_location', '1000000 100000 1'),
	('itinerary_link', 'itinerary_link', '1000000 100000 1'),
	('location', 'location', '1000000 100000 1'),
	('payment', 'payment_once', '1000000 100000 1000 1'),
	('payment', 'payment', '1000000 100000 1000 1'),
	('plan_month', 'plan_month', '1000000 100000 1000 10 10 1'),
	('property', 'property', '1000000 100000 1'),
	('rate_plan', 'rate_plan_of_property', '1000000 100000 1000'),
	('rate_plan', 'rate_plan', '1000000 100000 1'),
	('reservation', 'reservation_by_arrival', '1000000 100000 1000'),
	('reservation', 'reservation_by_change', '1000000 100000 1'),
	('reservation', 'reservation_by_departure', '1000000 100000 1000'),
	('reservation', 'reservation_by_hotel', '1000000 100000 1000'),
	('reservation', 'reservation_by_identity', '1000000 100000 1'),
	('reservation', 'reservation_by_status', '1000000 100000 1000'),
	('reservation', 'reservation_by_status_change', '1000000 100000 1000 10'),
	('reservation', 'reservation', '1000000 100000 1'),
	('resource', 'resource', '1000000 100000 1'),
	('room', 'room_in_location', '1000000 100000 1000'),
	('room', 'room_of_type', '1000000 100000 1000'),
	('room', 'room', '1000000 100000 1'),
	('room_day', 'room_day', '1000000 100000 1000 10 1'),
	('room_night', 'room_night', '1000000 100000 1000 1'),
	('room_rate', 'room_rate', '1000000 100000 1000 10 1'),
	('room_stay', 'room_stay_of_room', '1000000 100000 1000'),
	('room_stay', 'room_stay', '1000000 100000 1000 1'),
	('room_type', 'room_type_of_property', '1000000 100000 1000'),
	('room_type', 'room_type', '1000000 100000 1'),
	('sale', 'sale_by_identity', '1000000 100000 1'),
	('sale', 'sale_of_reservation', '1000000 100000 1000'),
	('sale', 'sale', '1000000 100000 1'),
	('sale_item', 'sale_item_of_stock', '1000000 100000 1000 10'),
	('sale_item', 'sale_item', '1000000 100000 1000 1'),
	('sale_payment', 'sale_payment', '1000000 100000 1'),
	('stock', 'stock', '1000000 100000 1000 1'),
	('stock', 'stock_at_location', '1000000 100000 1000'),
	('webhook_delivery', 'webhook_delivery', '1000000 100000 1000 1'),
	('webhook_delivery', 'webhook_delivery_unfinished', '1000000 100000 1000 10 10 10'),
	('webhook_endpoint', 'webhook_endpoint', '1000000 100000 1'),
	('webhook_identity', 'webhook_identity', '1000000 100000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
