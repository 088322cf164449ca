<?php
/**
 * The page "Settings > Innlet Stay" with the address of the service. Its button tests the address in the administrator's
 * browser: this site sends nothing.
 *
 * @package innlet-stay
 */

defined( 'ABSPATH' ) || exit;

/** The address of the page. */
function innlet_stay_settings_url(): string {
	return admin_url( 'options-general.php?page=innlet-stay' );
}

/**
 * The origin of an address, or null if it is not an https address. On this machine, http is enough.
 *
 * @param string $address What was typed.
 */
function innlet_stay_origin( string $address ): ?string {
	$parts = wp_parse_url( trim( $address ) );
	$host  = strtolower( $parts['host'] ?? '' );
	if ( '' === $host || ! preg_match( '/^[a-z0-9.-]+$/', $host ) || isset( $parts['user'] ) ) {
		return null;
	}
	$scheme   = strtolower( $parts['scheme'] ?? '' );
	$is_local = in_array( $host, array( 'localhost', '127.0.0.1' ), true );
	if ( 'https' !== $scheme && ! ( 'http' === $scheme && $is_local ) ) {
		return null;
	}
	return "$scheme://$host" . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
}

/**
 * The value to store. An address that is not valid is refused, and the former stays.
 *
 * @param mixed $value What was sent.
 */
function innlet_stay_sanitize_address( $value ): string {
	$value = is_string( $value ) ? trim( $value ) : '';
	if ( '' === $value ) {
		return '';
	}
	$origin = innlet_stay_origin( $value );
	if ( null === $origin ) {
		$message = __( 'The address was not saved: it must begin with https://', 'innlet-stay' );
		add_settings_error( 'innlet_stay_address', 'innlet-stay-address', $message );
		return innlet_stay_setting();
	}
	// The customer is a part of the address, as the page /embed writes it.
	parse_str( (string) wp_parse_url( $value, PHP_URL_QUERY ), $query );
	$customer = $query['customer'] ?? '';
	return is_string( $customer ) && ctype_digit( $customer ) ? "$origin?customer=$customer" : $origin;
}

add_action(
	'init',
	function () {
		register_setting(
			'innlet-stay',
			'innlet_stay_address',
			array(
				'type'              => 'string',
				'default'           => '',
				'sanitize_callback' => 'innlet_stay_sanitize_address',
			)
		);
	}
);

add_action(
	'admin_menu',
	function () {
		$name = __( 'Innlet Stay', 'innlet-stay' );
		add_options_page( $name, $name, 'manage_options', 'innlet-stay', 'innlet_stay_settings_page' );
	}
);

add_filter(
	'plugin_action_links_' . plugin_basename( INNLET_STAY_FILE ),
	function ( array $links ): array {
		$link = sprintf( '<a href="%s">%s</a>', esc_url( innlet_stay_settings_url() ), esc_html__( 'Settings', 'innlet-stay' ) );
		return array_merge( array( $link ), $links );
	}
);

add_action(
	'admin_enqueue_scripts',
	function ( string $page ) {
		if ( 'settings_page_innlet-stay' !== $page ) {
			return;
		}
		$file = plugins_url( 'includes/settings.js', INNLET_STAY_FILE );
		wp_enqueue_script( 'innlet-stay-settings', $file, array( 'wp-i18n' ), INNLET_STAY_VERSION, true );
		wp_set_script_translations( 'innlet-stay-settings', 'innlet-stay', dirname( INNLET_STAY_FILE ) . '/languages' );
	}
);

/** Writes the page. */
function innlet_stay_settings_page(): void {
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Innlet Stay', 'innlet-stay' ); ?></h1>
		<form action="options.php" method="post">
			<?php settings_fields( 'innlet-stay' ); ?>
			<table class="form-table" role="presentation">
				<tr>
					<th scope="row">
						<label for="innlet-stay-address"><?php esc_html_e( 'Address of your Innlet', 'innlet-stay' ); ?></label>
					</th>
					<td>
						<input type="url" class="regular-text code" id="innlet-stay-address" name="innlet_stay_address"
							aria-describedby="innlet-stay-help" placeholder="https://innlet.example"
							value="<?php echo esc_attr( innlet_stay_setting() ); ?>">
						<button type="button" class="button" id="innlet-stay-test"><?php esc_html_e( 'Test', 'innlet-stay' ); ?></button>
						<p class="description" id="innlet-stay-help">
							<?php esc_html_e( 'Your browser asks this address whether it is an Innlet. Guests’ browsers load the stay from it.', 'innlet-stay' ); ?>
						</p>
						<p id="innlet-stay-result" role="status"></p>
					</td>
				</tr>
			</table>
			<p>
				<?php esc_html_e( 'Then add the block “Stay” to a page, or the shortcode [innlet_stay]. Only visitors with a link read something there. The sample is at the address of the page with ?itinerary=demo at its end.', 'innlet-stay' ); ?>
			</p>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}
