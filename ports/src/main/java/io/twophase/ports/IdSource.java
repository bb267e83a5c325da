package io.twophase.ports;

import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.TransactionId;

/** The source of fresh ids and tokens: random in production, counted in tests. Thread-safe. */
public interface IdSource {

  /** An id that no transaction has. */
  TransactionId nextTransactionId();

  /** A token that no worker has had, in any process. */
  Token nextToken();

  /** An id that no running process has had. By default, it is a fresh token. */
  default OwnerId nextOwnerId() {
    return new OwnerId(nextToken().value());
  }
}
