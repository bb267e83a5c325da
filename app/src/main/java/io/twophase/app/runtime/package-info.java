/** The needs of a running process besides the use cases: threads, ids, pauses, its heartbeat. */
@NullMarked
package io.twophase.app.runtime;

import org.jspecify.annotations.NullMarked;
