/**
 * The one loop that runs the protocol's step machine over the ports. Nothing else sequences writes.
 */
@NullMarked
package io.twophase.app.engine;

import org.jspecify.annotations.NullMarked;
