/** On which threads a host may call, and what a call may not keep meanwhile. */
@NullMarked
package io.twophase.app.threads;

import org.jspecify.annotations.NullMarked;
