/** Readings that all viewers share, and the streams that bring them to pages without a reload. */
@NullMarked
package io.twophase.console.live;

import org.jspecify.annotations.NullMarked;
