/** Group commit: the transfers of concurrent callers share batches. */
@NullMarked
package io.twophase.app.transfer.queue;

import org.jspecify.annotations.NullMarked;
