/** What pages show without a reload: readings that all viewers share, and the streams of them. */
@NullMarked
package io.twophase.console.live;

import org.jspecify.annotations.NullMarked;
