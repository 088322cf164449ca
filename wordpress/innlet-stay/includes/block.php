<?php
/**
 * The block. It is dynamic: a post has its attributes only and no HTML, so that every author may use it.
 *
 * @package innlet-stay
 */

defined( 'ABSPATH' ) || exit;

add_action( 'init', 'innlet_stay_register_block' );

/** Registers the block and the script of its editor. */
function innlet_stay_register_block(): void {
	$needs = array( 'wp-blocks', 'wp-block-editor', 'wp-components', 'wp-element', 'wp-i18n' );
	wp_register_script(
		'innlet-stay-editor',
		plugins_url( 'block/editor.js', INNLET_STAY_FILE ),
		$needs,
		INNLET_STAY_VERSION,
		true
	);
	wp_set_script_translations( 'innlet-stay-editor', 'innlet-stay', dirname( INNLET_STAY_FILE ) . '/languages' );
	register_block_type(
		dirname( INNLET_STAY_FILE ) . '/block',
		array( 'render_callback' => 'innlet_stay_render_block' )
	);
}

add_action( 'enqueue_block_editor_assets', 'innlet_stay_tell_editor' );

/** Tells the editor where the service is, and where its address is set. */
function innlet_stay_tell_editor(): void {
	$facts = array(
		'address'  => innlet_stay_address(),
		'settings' => current_user_can( 'manage_options' ) ? innlet_stay_settings_url() : '',
	);
	wp_add_inline_script( 'innlet-stay-editor', 'window.innletStay = ' . wp_json_encode( $facts ) . ';', 'before' );
}

/**
 * The HTML of the block.
 *
 * @param array $attributes The attributes of the block.
 */
function innlet_stay_render_block( array $attributes ): string {
	// Names with capital letters are those of the block, and a token in a post would be published.
	$attributes['heading-level'] = $attributes['headingLevel'] ?? '';
	unset( $attributes['token'] );

	$of_div = innlet_stay_div_attributes( $attributes );
	return null === $of_div ? '' : '<div ' . get_block_wrapper_attributes( $of_div ) . '></div>';
}
