package io.twophase.domain.explorer.receipt;

import io.twophase.domain.batch.protocol.MemberWorker;
import io.twophase.domain.protocol.Worker;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Somebody who asks, and may ask again.
 *
 * @param times how often it may still begin to ask
 * @param hand where it is; none before it has begun, and once it has an answer
 * @param looksForReversal whether it has read that what it would reverse is removed
 */
record Client(
    Task task, int times, Option<Either<Worker, MemberWorker>> hand, boolean looksForReversal) {

  static Client of(Task task, int times) {
    return new Client(task, times, Option.none(), false);
  }

  Client begun(Either<Worker, MemberWorker> first) {
    return new Client(task, times - 1, Option.some(first), false);
  }

  Client at(Either<Worker, MemberWorker> next) {
    return new Client(task, times, Option.some(next), false);
  }

  Client looking() {
    return new Client(task, times - 1, hand, true);
  }

  Client ended() {
    return new Client(task, times, Option.none(), false);
  }

  boolean isIdle() {
    return hand.isEmpty() && !looksForReversal;
  }
}
