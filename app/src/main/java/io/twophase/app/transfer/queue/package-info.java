/**
 * Group commit: the transfers of concurrent callers share batches. And what a caller waits for: an
 * answer before a deadline, and the turn of its function.
 */
@NullMarked
package io.twophase.app.transfer.queue;

import org.jspecify.annotations.NullMarked;
