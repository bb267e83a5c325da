/**
 * The step machines of batches: {@link io.twophase.domain.batch.protocol.BatchWorker} drives a
 * batch, {@link io.twophase.domain.batch.protocol.MemberWorker} one transfer that may be a member
 * of one.
 */
@NullMarked
package io.twophase.domain.batch.protocol;

import org.jspecify.annotations.NullMarked;
