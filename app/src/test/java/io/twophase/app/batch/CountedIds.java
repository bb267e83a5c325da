package io.twophase.app.batch;

import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.ports.IdSource;
import java.util.concurrent.atomic.AtomicLong;

/** Ids and tokens by number: the same in every run. */
final class CountedIds implements IdSource {

  private final AtomicLong last = new AtomicLong();

  @Override
  public TransactionId nextTransactionId() {
    return new TransactionId("id-" + last.incrementAndGet());
  }

  @Override
  public Token nextToken() {
    return new Token("token-" + last.incrementAndGet());
  }
}
