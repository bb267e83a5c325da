package io.twophase.adapter.mongo;

/**
 * A connection string, or a client, that asks for less than the protocol needs: what a majority
 * acknowledged could then be undone, or be read from before. Its message is one line that names the
 * option and its value. {@link MongoStoreSettings#withUnsafeAllowed} takes it at its word.
 *
 * <p>Or settings that name a collection of accounts that is used with another collection of
 * transactions: both would take each other's holds for their own. Or a database in which the holds
 * on documents name another home than the settings do: none of them would be found. Nothing allows
 * that.
 */
public final class UnsafeStoreException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final boolean allowable;

  UnsafeStoreException(String message, boolean allowable) {
    super(message);
    this.allowable = allowable;
  }

  /** Returns whether {@link MongoStoreSettings#withUnsafeAllowed} would take it. */
  public boolean isAllowable() {
    return allowable;
  }
}
