/** How a host puts Twophase together: by Guice modules, or by a plain builder. */
@NullMarked
package io.twophase.app.wiring;

import org.jspecify.annotations.NullMarked;
