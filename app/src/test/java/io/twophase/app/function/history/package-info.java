/** Histories of functions, and the judge of their isolation, which knows nothing of the library. */
@NullMarked
package io.twophase.app.function.history;

import org.jspecify.annotations.NullMarked;
