/** Commands that keep a store in order: recover, audit, scrub, adopt. */
@NullMarked
package io.twophase.cli.upkeep;

import org.jspecify.annotations.NullMarked;
