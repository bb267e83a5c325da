package io.twophase;

import io.twophase.domain.Owner.Token;
import io.twophase.domain.TransactionId;
import io.twophase.ports.IdSource;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Random ids: 122 random bits for a transaction; for a token, 96 random bits of this source and a
 * count, which costs no randomness per transfer.
 */
public final class RandomIds implements IdSource {

  private static final int PREFIX_BYTES = 12;

  private final String prefix;
  private final AtomicLong count = new AtomicLong();

  /** A source whose tokens no other source has. */
  public RandomIds() {
    byte[] random = new byte[PREFIX_BYTES];
    new SecureRandom().nextBytes(random);
    this.prefix = HexFormat.of().formatHex(random) + "-";
  }

  @Override
  public TransactionId nextTransactionId() {
    return new TransactionId(UUID.randomUUID().toString());
  }

  @Override
  public Token nextToken() {
    return new Token(prefix + count.incrementAndGet());
  }
}
