/** Recovery: it finishes what dead or slow processes left. */
@NullMarked
package io.twophase.app.recovery;

import org.jspecify.annotations.NullMarked;
