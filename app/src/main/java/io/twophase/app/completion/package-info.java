/** Where futures are completed, so that callbacks can do anything. */
@NullMarked
package io.twophase.app.completion;

import org.jspecify.annotations.NullMarked;
