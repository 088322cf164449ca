<?php
/**
 * Plugin Name:       Innlet Stay
 * Description:       Shows guests their stay at the hotel: a block and a shortcode for the reservation service Innlet.
 * Version:           1.2.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * Author:            Innlet
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       innlet-stay
 * Domain Path:       /languages
 *
 * @package innlet-stay
 */

defined( 'ABSPATH' ) || exit;

const INNLET_STAY_FILE    = __FILE__;
const INNLET_STAY_VERSION = '1.2.0';

require __DIR__ . '/includes/request.php';
require __DIR__ . '/includes/stay.php';
require __DIR__ . '/includes/block.php';
require __DIR__ . '/includes/settings.php';

add_action(
	'init',
	function () {
		load_plugin_textdomain( 'innlet-stay', false, dirname( plugin_basename( INNLET_STAY_FILE ) ) . '/languages' );
	},
	0
);
