package io.twophase.domain.event;

import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import java.util.Objects;

/**
 * The transaction, the batch or the account that an action is about.
 *
 * @param type which of them
 * @param id as text: of an account, of a transaction, or of a batch in the place of a transaction
 */
public record ActionSubject(Type type, String id) {

  /** An action is about one of these. */
  public enum Type {
    /** A transaction, or a batch. */
    TRANSACTION,
    /** An account. */
    ACCOUNT
  }

  /**
   * For values known to be good.
   *
   * @throws IllegalArgumentException if the text is no id of that type
   */
  public ActionSubject {
    switch (Objects.requireNonNull(type, "type")) {
      case TRANSACTION -> new TransactionId(id);
      case ACCOUNT -> new AccountId(id);
    }
  }
}
