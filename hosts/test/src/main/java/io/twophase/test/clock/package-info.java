/** Time in tests. */
@NullMarked
package io.twophase.test.clock;

import org.jspecify.annotations.NullMarked;
